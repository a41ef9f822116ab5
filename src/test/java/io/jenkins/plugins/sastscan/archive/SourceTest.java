package io.jenkins.plugins.sastscan.archive;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which paths are accepted for the directory or archive to submit. */
class SourceTest {
    @ParameterizedTest
    @CsvSource({
        "src, src",
        "' src/main ', src/main",
        "src\\main, src/main",
        "., ''",
        "a..b, a..b",
        "\u00e9/<b>, \u00e9/<b>",
        "./src, ./src",
    })
    void a_path_inside_the_workspace_is_accepted(String given, String path) {
        assertThat(files(given).path()).isEqualTo(path);
        assertThat(files(given).in(Path.of("w"))).isEqualTo(Path.of("w", path));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void an_empty_path_of_a_directory_means_the_workspace_but_an_empty_path_of_an_archive_is_rejected(String given) {
        assertThat(files(given).in(Path.of("workspace"))).isEqualTo(Path.of("workspace"));
        assertRejected(() -> new Source.ExistingArchive(given), "is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "/etc //host/share \\\\host\\share C:\\data c:data, relative to the workspace",
        ".. ../x a/../../b a\\..\\b a/.., without \"..\"",
    })
    void a_path_outside_the_workspace_is_rejected(String paths, String reason) {
        for (String path : paths.split(" ")) {
            assertRejected(() -> files(path), reason);
            assertRejected(() -> new Source.ExistingArchive(path), "The archive");
        }
    }

    @Test
    void a_path_has_at_most_4096_characters() {
        assertThat(files("x".repeat(4_096)).path()).hasSize(4_096);
        assertRejected(() -> files("x".repeat(4_097)), "longer than 4096 characters");
    }

    /** Runs in a JVM whose locale has no umlauts. */
    private static final class Main {
        public static void main(String[] arguments) {
            try {
                files("d\u00e4").in(Path.of("w"));
            } catch (InvalidInputException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_path_that_the_locale_does_not_support_is_rejected_with_advice() throws Exception {
        assertThat(OtherJvm.output(Main.class, System.getProperty("java.class.path"), "C", Map.of()))
                .contains("is invalid on this machine: ", "Start the agent in a locale with UTF-8");
    }

    private static Source files(String path) {
        return new Source.Files(path, Selection.everything(), false);
    }
}
