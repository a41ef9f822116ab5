package io.jenkins.plugins.sastscan.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.GitRepository;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemoTest {
    @TempDir
    Path folder;

    private Path sources;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void createSources() throws IOException {
        sources = Files.createDirectories(folder.resolve("sources"));
        Files.writeString(sources.resolve("App.java"), "class App {}");
        Files.createDirectories(sources.resolve("node_modules/x"));
        Files.writeString(sources.resolve("node_modules/x/index.js"), "x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"contract", "field"})
    void the_demo_runs_all_operations_and_verifies_the_received_archive(String dialect) {
        assertThat(demo("--dialect", dialect, sources.toString())).isZero();
        assertThat(text(err)).isEmpty();
        assertThat(text(out))
                .contains("Archived 1 file")
                .contains("Uploaded")
                .contains("authenticated by user and password")
                .contains("authenticated by SSH key")
                .contains("Next scheduled scan forced")
                .contains("License: ", "Branching status: ", "Query: ", "Git settings: ")
                .contains("Verified: all 1 file (12 B)")
                .doesNotContain("correct horse", "PRIVATE KEY");
    }

    @Test
    void the_demo_can_select_files_with_git() throws Exception {
        GitRepository repository = GitRepository.init(sources);
        Files.writeString(sources.resolve("new.c"), "int a;");
        repository.commit("App.java", "node_modules");
        assertThat(demo("--files", "tracked", sources.toString())).isZero();
        assertThat(text(out)).contains("Archived 1 file", "Verified: all 1 file");
        assertThat(demo("--files", "not-ignored", "--dry-run", sources.toString()))
                .isZero();
        assertThat(text(out)).contains("12  App.java", "Would upload 2 files");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--what | --what\" is unknown",
                "--dialect | requires a value",
                "--dialect klingon | klingon",
                "--files committed | Use one of [ALL, NOT_IGNORED, TRACKED]",
                "a b | one directory",
                "--jenkins --port 65536 | 1 to 65535",
                "--jenkins --dry-run | cannot be combined with",
            })
    void wrong_usage_prints_one_sentence_and_exits_with_status_2(String arguments, String said) {
        assertThat(demo(arguments.split(" "))).isEqualTo(2);
        assertThat(text(err)).contains(said).endsWith("See bin/demo --help.\n");
        assertThat(text(err).lines()).hasSize(1);
        assertThat(text(out)).isEmpty();
    }

    @Test
    void a_failed_submission_prints_one_sentence_and_exits_with_status_1() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        for (Path wrong : new Path[] {folder.resolve("absent"), file, empty}) {
            err.reset();
            assertThat(demo(wrong.toString())).isEqualTo(1);
            assertThat(text(err).lines()).hasSize(1);
            assertThat(text(err)).contains(wrong.toString());
        }
    }

    private int demo(String... arguments) {
        return Demo.run(Demo::submit, stream(out), stream(err), arguments);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
