package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.Selection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IgnoreFileTest extends ArchiveFixture {
    @Test
    void each_line_of_an_ignore_file_is_a_pattern_unless_the_line_is_blank_or_a_comment() throws Exception {
        assertThat(parse("\uFEFFdocs/**\r\n\n   \t\r\n# why\n#*\n**/*.md  \t\n b#c \n\u00e9/**"))
                .containsExactly("docs/**", "**/*.md", " b#c", "\u00e9/**");
        assertThat(parse("")).isEmpty();
        assertThat(parse("\uFEFF# only\n")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'ok\n!ok/not',2,exclude less",
        "'ok\n\n/etc/**',3,absolute",
        "'# c\r\n../x',2,'..'",
        "'a\rb',1,control character"
    })
    void an_invalid_line_of_an_ignore_file_is_reported_with_the_line_number(String content, int line, String why) {
        assertRefused(() -> parse(content), "Line " + line + " of .sastignore is invalid: ", why);
    }

    @Test
    void an_ignore_file_must_be_utf_8_with_at_most_64_kb_and_1000_patterns() throws Exception {
        write(".sastignore", "a\nb\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        assertIgnoreFileRefused("is not valid UTF-8. Save it in UTF-8.");
        write(".sastignore", "#".repeat(64_000));
        assertThat(list(root, Selection.everything())).containsExactly(".sastignore");
        write(".sastignore", "#".repeat(64_001));
        assertIgnoreFileRefused("larger than 64000 bytes");
        assertThat(parse("x\n".repeat(1_000))).hasSize(1_000);
        assertRefused(
                () -> parse("x\n".repeat(1_001)),
                "Line 1001 of .sastignore is invalid: there are more than 1000 patterns");
    }

    @Test
    void the_ignore_file_excludes_files_and_is_archived_itself() throws Exception {
        write(".sastignore", "docs/**\n**/*.md\n");
        tree("docs/a.c, src/README.md, src/a.c");
        write("src/.sastignore", "**");
        assertThat(list(root, Selection.everything())).containsExactly(".sastignore", "src/.sastignore", "src/a.c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mkdir .sastignore", "mkfifo .sastignore", "ln -s a .sastignore"})
    void a_directory_pipe_or_link_named_sastignore_is_rejected(String command) throws Exception {
        assumePosix();
        tree("a");
        run(root, command.split(" "));
        assertIgnoreFileRefused("is not a regular file");
    }

    private void assertIgnoreFileRefused(String why) {
        assertRefused(() -> list(root, Selection.everything()), ".sastignore", why);
    }

    private static List<String> parse(String content) throws ArchiveException {
        return List.copyOf(IgnoreFile.parse(content).values());
    }
}
