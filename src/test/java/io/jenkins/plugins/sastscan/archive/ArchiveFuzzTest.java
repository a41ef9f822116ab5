package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ArchiveFuzzTest {
    private static final int LONGEST = 1 << 16;

    @TempDir
    static Path temp;

    @FuzzTest(maxDuration = "2m")
    void any_bytes_are_either_accepted_as_an_archive_or_rejected_with_a_message(byte[] data) throws Exception {
        if (data.length > LONGEST) {
            return;
        }
        Path file = Files.write(temp.resolve("made.zip"), data);
        try {
            ArchiveFacts facts = ReadyArchive.inspect(file, new SizeLimit(LONGEST, false), bytes -> {}, each -> {});
            assertThat(facts.contents().files()).isPositive();
            assertThat(facts.archiveBytes()).isEqualTo(data.length);
        } catch (ArchiveException e) {
            assertThat(e.getMessage()).startsWith("The archive ").matches("\\P{Cntrl}{0,1000}");
        }
    }
}
