package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A zip file of anybody's making is read, or refused in a sentence. */
class ReadyArchiveFuzzTest {
    private static final int LONGEST = 1 << 16;

    @TempDir
    static Path temp;

    private Path file;

    @BeforeEach
    void file() {
        file = temp.resolve("made.zip");
    }

    @FuzzTest(maxDuration = "2m")
    void any_bytes_give_facts_or_a_sentence(byte[] data) throws Exception {
        if (data.length > LONGEST) {
            return;
        }
        Files.write(file, data);
        try {
            ArchiveFacts facts = ReadyArchive.inspect(file, SizeLimit.of(LONGEST), bytes -> {});
            assertThat(facts.files()).isPositive();
            assertThat(facts.archiveBytes()).isEqualTo(data.length);
        } catch (ArchiveException e) {
            assertThat(e.getMessage()).startsWith("The archive ").matches("\\P{Cntrl}{0,1000}");
        }
    }
}
