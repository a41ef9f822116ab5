package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchiveReportTest {
    private final ArchiveReport archive = new ArchiveReport(10, 1_000, 300, "aa", "bb");

    @Test
    void the_share_of_a_folder_is_its_percentage_of_all_bytes() {
        archive.addFolder("src", 4, 625);
        archive.addFolder("", 1, 100);
        assertThat(archive.width(archive.getFolders().get(0))).isEqualTo("62.5%");
        assertThat(archive.rest(archive.getFolders()))
                .extracting(ShareReport::getFiles, ShareReport::getBytes)
                .containsExactly(5L, 275L);
        archive.addType("java", 10, 1_000);
        assertThat(archive.rest(archive.getTypes())).isNull();
    }

    @Test
    void at_most_ten_folders_and_ten_types_and_a_hundred_names_are_stored() {
        for (int i = 0; i < 50; i++) {
            archive.addFolder("f" + i, 1, 1);
            archive.addType("t" + i, 1, 1);
        }
        assertThat(archive.getFolders()).hasSize(10);
        assertThat(archive.getTypes()).hasSize(10);

        archive.addSkippedFiles("LINK_BROKEN", "broken links", 70, Collections.nCopies(70, "a"));
        archive.addSkippedFiles("EXCLUDED_FILE", "excluded files", 5_000, Collections.nCopies(100, "b"));
        archive.addSkippedFiles("EXCLUDED_DIRECTORY", "excluded directories", 5, List.of("c"));
        assertThat(archive.getSkippedFiles())
                .extracting(
                        SkippedFilesReport::getReason,
                        SkippedFilesReport::getFileCount,
                        each -> each.getNames().size(),
                        SkippedFilesReport::getUnnamed)
                .containsExactly(
                        tuple("broken links", "70", 70, 0L),
                        tuple("excluded files", "5,000", 30, 4_970L),
                        tuple("excluded directories", "5", 0, 5L));
    }

    @Test
    void stored_names_have_one_line_and_a_maximum_length() {
        String huge = "a\n" + "x".repeat(9_999);
        archive.addFolder(huge, 1, 1);
        archive.addSkippedFiles("R", "r", 1, List.of(huge));
        assertThat(List.of(
                        archive.getFolders().get(0).getName(),
                        archive.getSkippedFiles().get(0).getNames().get(0),
                        new ArchiveReport(1, 1, 1, huge, null).getSha256()))
                .allSatisfy(name -> assertThat(name).startsWith("a\\u000ax").hasSizeLessThan(320));
    }
}
