package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IgnoreFileTest extends ArchiveFixture {
    @Test
    void each_line_is_a_pattern_but_blank_ones_and_comments() throws Exception {
        assertThat(parse("\uFEFFdocs/**\r\n\n   \t\r\n# why\n#*\n**/*.md  \t\n b#c \n\u00e9/**"))
                .containsExactly("docs/**", "**/*.md", " b#c", "\u00e9/**");
        assertThat(parse("")).isEmpty();
        assertThat(parse("\uFEFF# only\n")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'ok\n\n/etc/**',3,absolute", "'# c\r\n../x',2,'..'", "'a\rb',1,control character"})
    void a_malformed_line_is_named_by_its_number(String content, int line, String why) {
        assertThatThrownBy(() -> parse(content))
                .isInstanceOf(ArchiveException.class)
                .hasMessageStartingWith("Line " + line + " of .sastignore is invalid: ")
                .hasMessageContaining(why);
    }

    @Test
    void a_line_in_another_charset_and_one_too_many_are_named_by_their_numbers() throws Exception {
        byte[] content = "a\nb\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> IgnoreFile.parse(content))
                .hasMessageStartingWith("Line 2 of .sastignore is invalid: it is not valid UTF-8");
        assertThat(parse("x\n".repeat(10_000))).hasSize(10_000);
        assertThatThrownBy(() -> parse("x\n".repeat(10_001)))
                .hasMessageStartingWith("Line 10001 of .sastignore is invalid: there are more than 10000 patterns");
    }

    @Test
    void its_patterns_exclude_and_it_is_submitted_itself() throws Exception {
        write(".sastignore", "docs/**\n**/*.md\n");
        writeEmpty("docs/a.c", "src/README.md", "src/a.c");
        write("src/.sastignore", "**");
        assertThat(list(root, Selection.everything())).containsExactly(".sastignore", "src/.sastignore", "src/a.c");
    }

    @Test
    void it_may_be_as_large_as_its_bound_and_no_larger() throws Exception {
        byte[] line = "#".repeat(IgnoreFile.MAX_BYTES).getBytes(StandardCharsets.US_ASCII);
        Path file = write(".sastignore", line);
        assertThat(IgnoreFile.read(root.toRealPath())).isEmpty();
        Files.write(file, new byte[] {'#'}, StandardOpenOption.APPEND);
        assertRefused("larger than 1048576 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mkdir", "mkfifo"})
    void a_directory_or_pipe_in_its_place_is_refused_and_not_opened(String command) throws Exception {
        assumePosix();
        run(root, command, ".sastignore");
        assertRefused("is not a regular file");
    }

    @Test
    void a_link_to_a_file_within_the_directory_is_followed() throws Exception {
        write("ci/ignored", "*.md");
        link(".sastignore", "ci/ignored");
        assertThat(IgnoreFile.read(root.toRealPath())).containsValues("*.md");
    }

    @Test
    void a_link_that_leaves_the_directory_is_refused(@TempDir Path elsewhere) throws Exception {
        link(".sastignore", write(elsewhere, "secret", "password").toString());
        assertRefused("is a symbolic link that points outside the directory");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", ".sastignore"})
    void a_link_that_leads_nowhere_is_refused(String to) throws Exception {
        link(".sastignore", to);
        assertRefused("is a broken symbolic link");
    }

    private void assertRefused(String why) {
        assertThatThrownBy(() -> list(root, Selection.everything()))
                .isInstanceOf(ArchiveException.class)
                .hasMessageStartingWith(".sastignore")
                .hasMessageContaining(why);
    }

    private static List<String> parse(String content) throws ArchiveException {
        return List.copyOf(
                IgnoreFile.parse(content.getBytes(StandardCharsets.UTF_8)).values());
    }
}
