package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowingConsumer;

/** Creates a directory for each try of a jqwik property, and lists the selected files in the directory. */
abstract class PropertyFixture {
    /**
     * Runs the action with a new directory, then deletes the directory. JUnit does not provide directories for jqwik.
     */
    static void inDirectory(ThrowingConsumer<Path> action) throws IOException {
        Path directory = Files.createTempDirectory("sast").toRealPath();
        try {
            action.accept(directory);
        } finally {
            ArchiveFixture.delete(directory);
        }
    }

    /** The selected files, or an empty list if no file is selected. */
    static List<String> listOrNothing(Path directory, Selection selection) throws Exception {
        try {
            return ArchiveFixture.list(directory, selection);
        } catch (ArchiveException e) {
            assertThat(e)
                    .hasMessageMatching("(?s)(There are|Git selects) no files in .*|Every file in .* is skipped: .*");
            return List.of();
        }
    }
}
