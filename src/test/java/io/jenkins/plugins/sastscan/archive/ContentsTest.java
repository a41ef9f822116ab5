package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.Contents.Share;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentsTest {
    private final Contents.Tally tally = new Contents.Tally();

    @Test
    void folders_and_types_are_told_apart_the_largest_first() {
        add("src/a/A.java", 10);
        add("src/B.JAVA", 5);
        add("web/page.html", 40);
        add("README", 1);
        Contents contents = tally.toContents();
        assertThat(contents.folders())
                .containsExactly(new Share("web", 1, 40), new Share("src", 2, 15), new Share("", 1, 1));
        assertThat(contents.types())
                .containsExactly(new Share("html", 1, 40), new Share("java", 2, 15), new Share("", 1, 1));
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
    void the_type_is_the_ending_of_the_last_segment(String name, String type) {
        add(name, 1);
        assertThat(tally.toContents().types()).extracting(Share::name).containsExactly(type);
    }

    @Test
    void names_that_windows_does_not_allow_are_counted() {
        List.of("a", "dir/nul.c", "b?", "dir./x").forEach(name -> add(name, 1));
        assertThat(tally.toContents().namesInvalidOnWindows()).isEqualTo(3);
    }

    @Test
    void the_same_sizes_come_in_the_same_order_every_time() {
        List.of("b/x", "a/x", "c/x", "c/y").forEach(name -> add(name, 0));
        assertThat(tally.toContents().folders()).extracting(Share::name).containsExactly("c", "a", "b");
    }

    @Test
    void of_many_folders_ten_are_told() {
        IntStream.range(0, 100).forEach(i -> add("folder" + i + "/file", i));
        assertThat(tally.toContents().folders())
                .extracting(Share::bytes)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(0, 9).mapToObj(i -> 99 - i).toList());
    }

    @Test
    void no_number_of_folders_or_types_fills_the_memory() {
        add("first/file.first", 1);
        IntStream.range(0, 10_000).forEach(i -> add("folder" + i + "/file.t" + i, 1));
        add("first/file.first", 1_000_000);
        add("last/file.last", 1_000_000);
        Contents contents = tally.toContents();
        assertThat(contents.folders().get(0)).isEqualTo(new Share("first", 2, 1_000_001));
        assertThat(contents.types().get(0)).isEqualTo(new Share("first", 2, 1_000_001));
        assertThat(contents.folders()).hasSize(10).extracting(Share::name).doesNotContain("last");
    }

    @Test
    void names_are_short_and_safe_to_show() {
        add("a\n" + "x".repeat(1_000) + "/f", 1);
        assertThat(tally.toContents().folders().get(0).name())
                .startsWith("a\\u000axx")
                .hasSizeLessThan(120);
    }

    @Test
    void what_another_machine_tells_is_held_to_bounds() {
        List<Share> many = Collections.nCopies(1_000, new Share("x".repeat(100_000), 1, 1));
        Contents contents = new Contents(1, 1, many, many, 0);
        assertThat(contents.folders())
                .hasSize(10)
                .allMatch(share -> share.name().length() < 1_000);
        assertThat(contents.types()).hasSize(10);
        assertThatThrownBy(() -> new Share("a", -1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Share("a", 0, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Contents(-1, 0, List.of(), List.of(), 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Contents(0, 0, List.of(), List.of(), -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Contents(0, -1, List.of(), List.of(), 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void add(String name, long size) {
        tally.add(name, size, new byte[0]);
    }
}
