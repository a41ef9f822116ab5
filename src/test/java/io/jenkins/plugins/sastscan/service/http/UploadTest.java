package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.FormEncoding;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An archive that is not what it was, and other troubles of this side. */
@Timeout(60)
@ParameterizedClass
@EnumSource(SentFrom.class)
class UploadTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    @Parameter
    SentFrom from;

    private static final int SIZE = 1_000_000;

    @TempDir
    Path directory;

    private Path archive() throws IOException {
        byte[] bytes = new byte[SIZE];
        new Random(1).nextBytes(bytes);
        return Files.write(directory.resolve("archive.zip"), bytes);
    }

    private ServiceException failure(Fixture fixture, Path archive, ByteProgress progress) {
        ServiceException failure = Fixture.failure(
                Reason.UNREADABLE_FILE, () -> from.upload(fixture.service(), Fixture.PROJECT, archive, progress));
        assertThat(fixture.project().uploads()).isZero();
        assertThat(fixture.clock.sleeps()).isEmpty();
        assertThat(failure)
                .hasMessageStartingWith("Uploading the archive failed (POST ")
                .hasMessageContaining("): the file ")
                .hasMessageContaining(archive.getFileName().toString())
                .hasMessageEndingWith("and try again.");
        return failure;
    }

    private static void touch(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    }

    static Stream<Arguments> changes() {
        String changed = "changed during the upload";
        return Stream.of(
                changes(SIZE / 2, changed, file -> Files.write(file, new byte[1], StandardOpenOption.APPEND)),
                changes(SIZE / 2, changed, file -> Files.write(file, new byte[10])),
                changes(SIZE / 2, changed, file -> touch(Files.write(file, new byte[SIZE]))),
                // Before the very last part.
                changes(SIZE - 64 * 1024 - 1, changed, UploadTest::touch),
                changes(0, "cannot be read (it does not exist)", Files::delete));
    }

    private static Arguments changes(int after, String says, ThrowingConsumer<Path> change) {
        return Arguments.of(after, says, change);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void a_file_that_changes_during_the_upload_fails_it(int after, String says, ThrowingConsumer<Path> change)
            throws IOException {
        for (Dialect dialect : Dialect.values()) {
            Path archive = archive();
            AtomicBoolean changed = new AtomicBoolean();
            try (Fixture fixture = new Fixture(dialect)) {
                assertThat(failure(fixture, archive, (sent, total) -> {
                            if (sent > after && changed.compareAndSet(false, true)) {
                                change.accept(archive);
                            }
                        }))
                        .hasMessageContaining(says);
                assertThat(fixture.simulator.requests(SimulatedOperation.UPLOAD))
                        .hasSizeLessThanOrEqualTo(1);
            }
        }
    }

    @Test
    void a_missing_archive_or_a_directory_is_refused_before_anything_is_sent() {
        assertThat(failure(fixture, directory.resolve("missing.zip"), ByteProgress.NONE))
                .hasMessageContaining("missing.zip cannot be read (it does not exist)");
        assertThat(failure(fixture, directory, ByteProgress.NONE)).hasMessageContaining(" is not a file");
        assertThat(fixture.simulator.requests()).isEmpty();
    }

    /** Bytes whose encoding is one or three characters long. */
    private static byte[] bytes(int length, char each) {
        return String.valueOf(each).repeat(length).getBytes(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({
        "200000, %, 200000, %, true",
        "200000, %, 200000, a, false",
        "200000, a, 200000, %, false",
        "200000, %, 200001, %, false",
        "0, %, 10, %, false",
    })
    void content_that_changed_between_counting_and_sending_is_noticed_and_no_more_is_sent_than_counted(
            int size, char before, int newSize, char after, boolean same) throws Exception {
        Path file = Files.write(directory.resolve("a.zip"), bytes(size, before));
        long encoded = FormEncoding.encodedLength(bytes(size, before), 0, size);
        FileBody body = FileBody.of(file.toString(), size, encoded, UploadEncoding.FORM);
        Files.write(file, bytes(newSize, after));
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        if (same) {
            body.writeTo(sent, ByteProgress.NONE);
            assertThat(sent.size()).isEqualTo(body.length()).isEqualTo("zippedSource=".length() + 600_000L);
        } else {
            assertThatExceptionOfType(FileBody.FileException.class)
                    .isThrownBy(() -> body.writeTo(sent, ByteProgress.NONE))
                    .withMessageContaining("changed during the upload");
            assertThat((long) sent.size()).isLessThanOrEqualTo(body.length());
            assertThat(sent.size() == 0).isEqualTo(newSize != size);
        }
    }
}
