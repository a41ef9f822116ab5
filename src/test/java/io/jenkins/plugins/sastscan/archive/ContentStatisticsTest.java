package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ContentStatistics.Share;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentStatisticsTest {
    private final ContentStatistics.Counter contents = new ContentStatistics.Counter();

    @Test
    void folders_and_types_are_sorted_by_size_then_by_number_of_files_then_by_name() {
        add("src/a/A.java", 10);
        add("src/B.JAVA", 5);
        add("web/page.html", 40);
        add("README", 1);
        List.of("b/x", "a/x", "c/x", "c/y").forEach(name -> add(name, 0));
        assertThat(contents.toStatistics().folders())
                .startsWith(new Share("web", 1, 40), new Share("src", 2, 15), new Share("", 1, 1))
                .endsWith(new Share("c", 2, 0), new Share("a", 1, 0), new Share("b", 1, 0));
        assertThat(contents.toStatistics().types())
                .containsExactly(new Share("html", 1, 40), new Share("java", 2, 15), new Share("", 5, 1));
    }

    @ParameterizedTest
    @CsvSource({
        "a/b.c/Makefile, ''",
        "a/.gitignore, ''",
        "a/.config.yml, yml",
        "a.tar.gz, gz",
        "a., ''",
        "a.sixteencharacter, sixteencharacter",
        "a.seventeencharacte, ''"
    })
    void the_file_type_is_the_extension_of_the_file_name(String name, String type) {
        add(name, 1);
        assertThat(contents.toStatistics().types()).extracting(Share::name).containsExactly(type);
    }

    @Test
    void folders_and_types_are_counted_in_limited_memory() {
        add("first/file.first", 1);
        add("a\n" + "x".repeat(1_000) + "/f", 500_000);
        IntStream.range(0, 10_000).forEach(i -> add("folder" + i + "/file.t" + i, 1));
        add("first/file.first", 1_000_000);
        add("last/file.last", 1_000_000);
        ContentStatistics told = contents.toStatistics();
        assertThat(told.folders().get(0)).isEqualTo(new Share("first", 2, 1_000_001));
        assertThat(told.types().get(0)).isEqualTo(new Share("first", 2, 1_000_001));
        assertThat(told.folders()).hasSize(10).extracting(Share::name).doesNotContain("last");
        assertThat(told.folders().get(1).name()).startsWith("a\\u000axx").hasSizeLessThan(120);
    }

    private void add(String name, long size) {
        contents.add(name, size, new byte[0]);
    }
}
