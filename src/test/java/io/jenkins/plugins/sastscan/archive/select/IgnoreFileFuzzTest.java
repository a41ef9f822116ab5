package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import java.nio.charset.StandardCharsets;
import java.util.List;

class IgnoreFileFuzzTest {
    @FuzzTest(maxDuration = "1m")
    void any_ignore_file_is_either_parsed_or_rejected_with_a_message(byte[] content) {
        try {
            List<String> patterns = List.copyOf(IgnoreFile.parse(new String(content, StandardCharsets.UTF_8))
                    .values());
            assertThat(patterns)
                    .allSatisfy(
                            pattern -> assertThat(AntPattern.problem(pattern)).isNull());
            patterns.forEach(pattern -> new AntPattern(pattern, "", true).first.matches("x"));
        } catch (ArchiveException e) {
            assertThat(e.getMessage()).startsWith("Line ").matches("\\P{Cntrl}{0,300}");
        }
    }
}
