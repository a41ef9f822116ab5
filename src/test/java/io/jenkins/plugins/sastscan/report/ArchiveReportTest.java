package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.jenkins.plugins.sastscan.text.Figures;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArchiveReportTest {
    private final ArchiveReport archive = new ArchiveReport(10, 1_000, 300, "aa", "bb");

    @Test
    void what_the_shares_leave_is_the_rest() {
        archive.addFolder("src", 4, 600);
        archive.addFolder("", 1, 100);
        assertThat(archive.rest(archive.getFolders()))
                .extracting(ShareReport::getFiles, ShareReport::getBytes)
                .containsExactly(5L, 300L);
        archive.addType("java", 10, 1_000);
        assertThat(archive.rest(archive.getTypes())).isNull();
    }

    @Test
    void a_share_is_as_wide_as_its_part_of_all_bytes() {
        archive.addFolder("src", 4, 625);
        assertThat(archive.width(archive.getFolders().get(0))).isEqualTo("62.5%");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0.0%",
        "1, 3, 33.3%",
        "5, 3, 100.0%",
        "-1, 3, 0.0%",
        "9223372036854775807, 9223372036854775807, 100.0%"
    })
    void widths_stay_between_nothing_and_all(long part, long whole, String width) {
        assertThat(Figures.percent(part, whole)).isEqualTo(width);
    }

    @Test
    void whatever_an_agent_tells_there_are_at_most_ten_shares_of_a_kind() {
        for (int i = 0; i < 50; i++) {
            archive.addFolder("f" + i, 1, 1);
            archive.addType("t" + i, 1, 1);
        }
        assertThat(archive.getFolders()).hasSize(10);
        assertThat(archive.getTypes()).hasSize(10);
    }

    @Test
    void the_first_hundred_names_of_what_was_left_out_are_kept() {
        archive.addSkippedFiles("broken links", 70, Collections.nCopies(70, "a"));
        archive.addSkippedFiles("excluded files", 5_000, Collections.nCopies(100, "b"));
        archive.addSkippedFiles("excluded directories", 5, List.of("c"));
        assertThat(archive.getSkippedFiles())
                .extracting(
                        SkippedFilesReport::getReason,
                        SkippedFilesReport::getCount,
                        each -> each.getNames().size())
                .containsExactly(
                        tuple("broken links", 70L, 70),
                        tuple("excluded files", 5_000L, 30),
                        tuple("excluded directories", 5L, 0));
        assertThat(archive.getSkippedFiles().get(1).getUnnamed()).isEqualTo(4_970);
        assertThat(archive.getSkippedFiles().get(1).getNumber()).isEqualTo("5,000");
    }

    @Test
    void names_are_cut_and_keep_to_their_line() {
        archive.addFolder("a\n" + "x".repeat(9_999), 1, 1);
        archive.addSkippedFiles("r", 1, List.of("b\u202e" + "x".repeat(9_999)));
        assertThat(archive.getFolders().get(0).getName())
                .startsWith("a\\u000ax")
                .hasSizeLessThan(320);
        assertThat(archive.getSkippedFiles().get(0).getNames().get(0))
                .startsWith("b\\u202ex")
                .hasSizeLessThan(320);
        assertThat(new ArchiveReport(1, 1, 1, "x".repeat(9_999), null).getSha256())
                .hasSizeLessThan(320);
    }
}
