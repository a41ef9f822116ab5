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
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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

    /** What happens to a file while it is sent. */
    @FunctionalInterface
    interface Change {
        void happen(Path file) throws IOException;
    }

    private Path archive() throws IOException {
        byte[] bytes = new byte[SIZE];
        new Random(1).nextBytes(bytes);
        return Files.write(directory.resolve("archive.zip"), bytes);
    }

    private static FileBody body(Path file, UploadEncoding encoding) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        return FileBody.of(file.toString(), bytes.length, FormEncoding.encodedLength(bytes, 0, bytes.length), encoding);
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

    static Stream<Arguments> changes() {
        return Stream.of(Dialect.values())
                .flatMap(dialect -> Stream.<Map.Entry<String, Change>>of(
                                Map.entry("grows", file -> Files.write(file, new byte[1], StandardOpenOption.APPEND)),
                                Map.entry("shrinks", file -> Files.write(file, new byte[10])),
                                Map.entry("is written again at the same size", file -> {
                                    Files.write(file, new byte[SIZE]);
                                    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
                                }))
                        .map(change -> Arguments.of(dialect, change.getKey(), change.getValue())));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("changes")
    void a_file_that_changes_during_the_upload_fails_it(Dialect dialect, String name, Change change)
            throws IOException {
        assertNoticed(dialect, SIZE / 2, change);
    }

    @ParameterizedTest
    @EnumSource
    void a_change_before_the_very_last_part_is_noticed(Dialect dialect) throws IOException {
        assertNoticed(
                dialect, SIZE - 64 * 1024 - 1, file -> Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000)));
    }

    private void assertNoticed(Dialect dialect, int after, Change change) throws IOException {
        Path archive = archive();
        AtomicBoolean changed = new AtomicBoolean();
        try (Fixture fixture = new Fixture(dialect)) {
            ServiceException failure = failure(fixture, archive, (sent, total) -> {
                if (sent > after && changed.compareAndSet(false, true)) {
                    unchecked(change, archive);
                }
            });
            assertThat(failure).hasMessageContaining("changed during the upload");
            assertThat(fixture.simulator.requests(SimulatedOperation.UPLOAD)).hasSizeLessThanOrEqualTo(1);
        }
    }

    private static void unchecked(Change change, Path file) {
        try {
            change.happen(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void a_file_that_changed_before_it_is_sent_sends_nothing() throws Exception {
        Path file = Files.createFile(directory.resolve("a.zip"));
        FileBody body = body(file, UploadEncoding.MULTIPART);
        Files.write(file, new byte[10]);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        assertThatExceptionOfType(FileBody.FileException.class)
                .isThrownBy(() -> body.writeTo(sent, ByteProgress.NONE))
                .withMessageContaining("changed during the upload");
        assertThat(sent.size()).isZero();
    }

    @Test
    void a_file_that_vanishes_while_it_is_sent_fails_the_upload() throws IOException {
        Path archive = archive();
        try (Fixture fixture = new Fixture(Dialect.FIELD)) {
            ServiceException failure =
                    failure(fixture, archive, (sent, total) -> unchecked(Files::deleteIfExists, archive));
            assertThat(failure).hasMessageContaining("cannot be read (it does not exist)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_missing_archive_or_a_directory_is_refused_before_anything_is_sent(Dialect dialect) {
        try (Fixture fixture = new Fixture(dialect)) {
            assertThat(failure(fixture, directory.resolve("missing.zip"), ByteProgress.NONE))
                    .hasMessageContaining("missing.zip cannot be read (it does not exist)");
            assertThat(failure(fixture, directory, ByteProgress.NONE)).hasMessageContaining(" is not a file");
            assertThat(fixture.simulator.requests()).isEmpty();
        }
    }

    @Test
    void content_that_changed_between_counting_and_sending_is_noticed_whatever_the_clock_says() throws Exception {
        Path file = Files.write(directory.resolve("a.zip"), new byte[200_000]);
        FileTime time = Files.getLastModifiedTime(file);
        FileBody body = body(file, UploadEncoding.FORM);
        byte[] shorter = new byte[200_000];
        Arrays.fill(shorter, (byte) 'a');
        for (byte[] content : new byte[][] {shorter, new byte[200_001]}) {
            Files.write(file, content);
            Files.setLastModifiedTime(file, time);
            assertThatExceptionOfType(FileBody.FileException.class)
                    .isThrownBy(() -> body.writeTo(OutputStream.nullOutputStream(), ByteProgress.NONE))
                    .withMessageContaining("changed during the upload");
        }
        Files.write(file, new byte[200_000]);
        Files.setLastModifiedTime(file, time);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        body.writeTo(whole, ByteProgress.NONE);
        assertThat(whole.size()).isEqualTo(body.length()).isEqualTo("zippedSource=".length() + 600_000L);
    }

    @Test
    void content_that_would_become_longer_than_was_counted_is_never_sent() throws Exception {
        byte[] content = new byte[200_000];
        Arrays.fill(content, (byte) 'a');
        Path file = Files.write(directory.resolve("a.zip"), content);
        FileTime time = Files.getLastModifiedTime(file);
        FileBody body = body(file, UploadEncoding.FORM);
        Files.write(file, new byte[200_000]);
        Files.setLastModifiedTime(file, time);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        assertThatExceptionOfType(FileBody.FileException.class).isThrownBy(() -> body.writeTo(sent, ByteProgress.NONE));
        assertThat((long) sent.size()).isLessThanOrEqualTo(body.length());
    }

    @Test
    void a_listener_that_fails_is_a_defect_and_not_the_services_failure() throws IOException {
        Path archive = archive();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> from.upload(fixture.service(), Fixture.PROJECT, archive, (sent, total) -> {
                    throw new UnsupportedOperationException("listener");
                }))
                .withMessage("Uploading the archive failed because of a bug")
                .withCauseInstanceOf(UnsupportedOperationException.class);
        assertThat(fixture.clock.sleeps()).isEmpty();
        assertThat(fixture.project().uploads()).isZero();
    }

    @Test
    void a_failure_to_read_names_file_and_reason_on_one_line() {
        String file = Path.of("dir", "a\nb.zip").toString();
        assertThat(new FileBody.FileException(file, new AccessDeniedException("x")))
                .hasMessageEndingWith("a\\u000ab.zip cannot be read (permission denied)");
        assertThat(new FileBody.FileException(file, new FileSystemException("x", null, "Input/output\nerror")))
                .hasMessageEndingWith(" cannot be read (Input/output\\u000aerror)");
    }
}
