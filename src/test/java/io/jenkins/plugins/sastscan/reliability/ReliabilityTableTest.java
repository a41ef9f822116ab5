package io.jenkins.plugins.sastscan.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program that writes docs/reliability.md, run as bin/test runs it. */
@Timeout(120)
class ReliabilityTableTest {
    @TempDir
    Path directory;

    private Path central;
    private Path official;
    private int exit;

    @BeforeEach
    void folders() throws IOException {
        central = Files.createDirectory(directory.resolve("central"));
        official = Files.createDirectory(directory.resolve("official"));
    }

    @Test
    void rows_of_both_builds_become_a_table_an_area_sorted_and_counted() throws Exception {
        rows(central, "BTest", "Faults\tlost answer\tupload\tasked again\tasked again\t1001");
        rows(central, "ATest", "Faults\tlost answer\tforce scan\tasked again\tasked again\t3");
        rows(official, "CTest", "Bad input\t<b> | *\tserver's URL\trefused\trefused\t999");
        assertThat(table())
                .contains("3 tried, 3 as expected.")
                .containsSubsequence(
                        "## Bad input",
                        "| case | where | expected | seen | seconds |",
                        "| &lt;b&gt; \\| \\* | server's URL | refused | as expected | < 1 |",
                        "## Faults",
                        "| lost answer | force scan, upload | asked again | as expected | 2 |");
        assertThat(exit).isZero();
    }

    @Test
    void one_row_that_is_not_as_expected_is_shown_and_fails() throws Exception {
        rows(central, "ATest", "Faults\tlost answer\tupload\tasked again\tasked three times\t0");
        assertThat(table())
                .contains(
                        "1 tried, 0 as expected.",
                        "| lost answer | upload | asked again | **asked three times** | < 1 |");
        assertThat(exit).isEqualTo(1);
    }

    @Test
    void nothing_at_all_fails() throws Exception {
        assertThat(table()).contains("0 tried, 0 as expected.");
        assertThat(exit).isEqualTo(1);
    }

    private static void rows(Path folder, String test, String row) throws IOException {
        Files.writeString(folder.resolve(test + ".tsv"), row + "\n");
    }

    private List<String> table() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path out = directory.resolve("out.md");
        Process process = new ProcessBuilder(
                        java.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReliabilityTable.class.getName(),
                        central.toString(),
                        official.toString(),
                        directory.resolve("absent").toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
        exit = process.exitValue();
        return Files.readAllLines(out, StandardCharsets.UTF_8);
    }
}
