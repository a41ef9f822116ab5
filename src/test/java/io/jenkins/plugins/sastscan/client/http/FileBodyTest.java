package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.http.ChangedArchive.CHANGED;
import static io.jenkins.plugins.sastscan.client.http.ChangedArchive.END;
import static io.jenkins.plugins.sastscan.client.http.ChangedArchive.SIZE;
import static io.jenkins.plugins.sastscan.client.http.ChangedArchive.content;
import static io.jenkins.plugins.sastscan.client.http.ChangedArchive.sizeOfFile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last chunk of an archive is sent only if the size and the digest of the archive have not changed. */
class FileBodyTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, END, 65_535, 65_536, 65_537, 65_536 + END, SIZE})
    void an_archive_is_never_sent_in_full_if_its_digest_is_wrong(int size) throws Exception {
        Upload.Archive right = checked(size);
        Upload.Archive other = new Upload.Archive(right.file(), size, right.encodedSize(), "0".repeat(64));
        for (UploadEncoding encoding : UploadEncoding.values()) {
            FileBody body = FileBody.of(right, encoding);
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            write(body, sent);
            assertThat((long) sent.size()).isEqualTo(body.length());
            assertThat(sizeOfFile(sent.toByteArray(), encoding)).isGreaterThanOrEqualTo(size);

            sent.reset();
            assertChanged(FileBody.of(other, encoding), sent);
            assertThat(sizeOfFile(sent.toByteArray(), encoding)).isLessThanOrEqualTo(Math.max(0, size - END));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void an_archive_is_never_sent_in_full_if_its_encoded_size_is_wrong(int difference) throws Exception {
        Upload.Archive checked = checked(SIZE);
        Upload.Archive announced =
                new Upload.Archive(checked.file(), SIZE, checked.encodedSize() + difference, checked.sha256());
        FileBody body = FileBody.of(announced, UploadEncoding.FORM);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        assertChanged(body, sent);
        assertThat((long) sent.size()).isLessThan(body.length() - END);
    }

    private Upload.Archive checked(int size) throws IOException {
        return SentFrom.checked(Files.write(directory.resolve("archive.zip"), content(size)));
    }

    private static void assertChanged(FileBody body, ByteArrayOutputStream sent) {
        assertThatExceptionOfType(Upload.FileException.class)
                .isThrownBy(() -> write(body, sent))
                .withMessageEndingWith(CHANGED);
    }

    private static void write(FileBody body, ByteArrayOutputStream out) throws IOException {
        try (InputStream in = body.open(bytes -> {})) {
            in.transferTo(out);
        }
    }
}
