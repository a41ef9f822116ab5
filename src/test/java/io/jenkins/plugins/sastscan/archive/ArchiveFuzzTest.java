package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Archives and ignore files of any bytes are read or refused. */
class ArchiveFuzzTest {
    private static final int LONGEST = 1 << 16;

    @TempDir
    static Path temp;

    @FuzzTest(maxDuration = "2m")
    void any_bytes_give_facts_or_a_sentence(byte[] data) throws Exception {
        if (data.length > LONGEST) {
            return;
        }
        Path file = Files.write(temp.resolve("made.zip"), data);
        try {
            ArchiveFacts facts = ReadyArchive.inspect(file, SizeLimit.of(LONGEST), bytes -> {});
            assertThat(facts.files()).isPositive();
            assertThat(facts.archiveBytes()).isEqualTo(data.length);
        } catch (ArchiveException e) {
            assertThat(e.getMessage()).startsWith("The archive ").matches("\\P{Cntrl}{0,1000}");
        }
    }

    @FuzzTest(maxDuration = "1m")
    void any_bytes_of_an_ignore_file_give_patterns_or_a_sentence(byte[] content) {
        try {
            List<String> patterns = List.copyOf(IgnoreFile.parse(content).values());
            assertThat(patterns)
                    .allSatisfy(
                            pattern -> assertThat(AntPattern.problem(pattern)).isNull());
            PatternTree tree =
                    new PatternTree(patterns.stream().map(AntPattern::parse).toList(), true);
            assertThat(tree.start().enter("a")).isNotNull();
        } catch (ArchiveException e) {
            assertThat(e.getMessage()).startsWith("Line ").matches("\\P{Cntrl}{0,300}");
        }
    }
}
