package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.util.List;
import org.junit.jupiter.api.Test;

class SkippedFilesTest {
    @Test
    void each_skip_reason_has_at_most_100_shortened_and_escaped_names() {
        SkippedFiles skippedFiles = new SkippedFiles();
        assertThat(skippedFiles.summary()).isEmpty();
        skippedFiles.add(SkipReason.CHANGED, "c", "");
        for (int i = 0; i < 1_500; i++) {
            skippedFiles.add(SkipReason.EXCLUDED_FILE, i + "\n" + "x".repeat(1_000), "");
        }
        skippedFiles.add(SkipReason.EXCLUDED_DIRECTORY, "d", "");
        List<String> names = ArchiveFixture.names(skippedFiles, SkipReason.EXCLUDED_FILE);
        assertThat(names).hasSize(SkippedFiles.MAX_NAMES).allMatch(name -> name.length() < 310);
        assertThat(names.get(7)).startsWith("7\\u000axxx");
        assertThat(ArchiveFixture.names(skippedFiles, SkipReason.CHANGED)).containsExactly("c");
        assertThat(skippedFiles.summary())
                .isEqualTo("1,500 excluded files, 1 excluded directory, 1 file that changed while being read");
    }
}
