package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that controller and agents send to each other. */
class ArchiveValuesTest {
    @Test
    void a_short_digest_is_the_first_half_of_a_sha_256_digest() {
        assertThat(Checksums.shortDigest("abc")).isEqualTo("ba7816bf8f01cfea414140de5dae2223");
    }

    @Test
    void an_archive_failure_keeps_its_type_and_message_after_serialization() throws Exception {
        assertThat(arrived(sent(new ArchiveException("a\nb"))))
                .isInstanceOfSatisfying(
                        ArchiveException.class, arrived -> assertThat(arrived).hasMessage("a\\u000ab"));
    }

    @Test
    void each_skip_reason_has_at_most_100_shortened_and_escaped_names() {
        SkippedFiles skippedFiles = new SkippedFiles();
        assertThat(skippedFiles.summary()).isEmpty();
        skippedFiles.add(SkipReason.CHANGED, "c");
        for (int i = 0; i < 1_500; i++) {
            skippedFiles.add(SkipReason.EXCLUDED_FILE, i + "\n" + "x".repeat(1_000));
        }
        skippedFiles.add(SkipReason.EXCLUDED_DIRECTORY, "d");
        List<String> names = ArchiveFixture.names(skippedFiles, SkipReason.EXCLUDED_FILE);
        assertThat(names).hasSize(SkippedFiles.MAX_NAMES).allMatch(name -> name.length() < 310);
        assertThat(names.get(7)).startsWith("7\\u000axxx");
        assertThat(ArchiveFixture.names(skippedFiles, SkipReason.CHANGED)).containsExactly("c");
        assertThat(skippedFiles.summary())
                .isEqualTo("1,500 excluded files, 1 excluded directory, 1 file that changed while being read");
    }

    private static String sent(Serializable value) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    private static Object arrived(String sent) throws Exception {
        byte[] bytes = sent.getBytes(StandardCharsets.ISO_8859_1);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }
}
