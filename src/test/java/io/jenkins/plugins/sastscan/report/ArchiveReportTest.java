package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchiveReportTest {
    /** The report of an archive with two files, a likely secret, three skipped files and an unmatched pattern. */
    static ArchiveReport example() {
        ContentStatistics contents = new ContentStatistics();
        contents.count("src/App.java", 625);
        contents.count("id_rsa", 375);
        SkippedFiles skipped = new SkippedFiles();
        skipped.add(SkipReason.EXCLUDED_FILE, "a", "");
        skipped.add(SkipReason.EXCLUDED_FILE, "b", "");
        skipped.add(SkipReason.LINK_BROKEN, "link", "");
        skipped.setUnmatchedPatterns(List.of("exclude \"none\""));
        return new ArchiveReport(new ArchiveFacts(contents, 300, 310, "aa", "bb", skipped));
    }

    @Test
    void the_share_of_a_folder_is_its_percentage_of_all_bytes() {
        ArchiveReport archive = example();
        assertThat(archive.getFolders())
                .extracting(share -> share.getName(), share -> share.width(archive.getRawBytes()))
                .containsExactly(tuple("src", "62.5%"), tuple("", "37.5%"));
        assertThat(archive.rest(archive.getFolders().subList(0, 1)))
                .extracting(share -> share.getFiles(), share -> share.getBytes())
                .containsExactly(1L, 375L);
        assertThat(archive.rest(archive.getTypes())).isNull();
    }

    @Test
    void a_tiny_share_is_not_shown_as_zero() {
        assertThat(new Share("a", 1, 1).percentage(1_000_000)).isEqualTo("< 0.1%");
        assertThat(new Share("a", 1, 0).percentage(1_000_000)).isEqualTo("0.0%");
    }

    @Test
    void excluded_files_are_listed_last() {
        assertThat(example().getSkippedFiles())
                .extracting(SkippedGroup::getReason)
                .containsExactly("broken link", "excluded files");
    }

    @Test
    void at_most_a_hundred_names_of_skipped_files_are_kept() throws Exception {
        SkippedFiles skipped = new SkippedFiles();
        for (int i = 0; i < 150; i++) {
            skipped.add(SkipReason.EXCLUDED_FILE, "a", "");
        }
        Collections.nCopies(70, "b").forEach(name -> skipped.add(SkipReason.LINK_BROKEN, name, ""));
        ArchiveReport archive =
                arrived(new ArchiveReport(new ArchiveFacts(new ContentStatistics(), 1, 1, "", "", skipped)));
        assertThat(archive.getSkippedFiles())
                .extracting(SkippedGroup::getReason, group -> group.getNames().size(), SkippedGroup::getUnnamed)
                .containsExactly(tuple("broken links", 70, 0L), tuple("excluded files", 30, 120L));
    }

    @Test
    void a_report_arrives_unchanged_from_an_agent() throws Exception {
        assertThat(arrived(example())).usingRecursiveComparison().isEqualTo(example());
    }

    @Test
    void sizes_and_texts_from_an_agent_are_bounded() throws Exception {
        String huge = "a\nERROR: \u001b[8mha:" + "x".repeat(100_000);
        SkippedFiles skipped = new SkippedFiles();
        skipped.setUnmatchedPatterns(Collections.nCopies(1_000, huge));
        ArchiveReport archive =
                arrived(new ArchiveReport(new ArchiveFacts(new ContentStatistics(), -1, -1, huge, huge, skipped)));

        assertThat(archive.getArchiveBytes() + archive.getEncodedBytes()).isZero();
        assertThat(archive.getUnmatchedPatterns()).hasSize(100);
        assertThat(List.of(
                        archive.getSha256(),
                        archive.getContentDigest(),
                        archive.getUnmatchedPatterns().get(99)))
                .allSatisfy(
                        text -> assertThat(text).startsWith("a\\u000aERROR: ").hasSizeLessThan(320));
    }

    @Test
    void an_agent_can_leave_out_every_value() throws Exception {
        byte[] sent = sent(new Share(null, -1, -1));
        assertThat(((Share) read(sent)).getBytes()).isZero();
        assertThat(example().masked(text -> null))
                .satisfies(archive -> assertThat(archive.getSha256()).isEmpty());
    }

    @Test
    void secrets_are_masked_in_all_texts() {
        ArchiveReport archive = example().masked(text -> text.replaceAll("src|java|id_rsa|link|none", "****"));
        assertThat(archive.getFolders().get(0).getName()).isEqualTo("****");
        assertThat(archive.getTypes().get(0).getName()).isEqualTo("****");
        assertThat(archive.getLikelySecretNames()).containsExactly("****");
        assertThat(archive.getSkippedFiles().get(0).getNames()).containsExactly("****");
        assertThat(archive.getWarnings().get(0)).startsWith("These patterns match nothing: exclude \"****\". ");
    }

    private static ArchiveReport arrived(ArchiveReport report) throws Exception {
        return (ArchiveReport) read(sent(report));
    }

    private static byte[] sent(Object value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }
}
