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

abstract class PropertyFixture {
    /**
     * Runs the action in a new directory, and deletes the directory afterwards. JUnit provides no {@code @TempDir} for
     * jqwik properties.
     */
    static void inDirectory(ThrowingConsumer<Path> action) throws IOException {
        Path directory = Files.createTempDirectory("sast").toRealPath();
        try {
            action.accept(directory);
        } finally {
            ArchiveFixture.delete(directory);
        }
    }

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
