package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An archive that is not what it was, and other troubles of this side. */
@Timeout(60)
@ParameterizedClass
@EnumSource(SentFrom.class)
class UploadTest {
    @Parameter
    SentFrom from;

    private static final int SIZE = 5_000_000;

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
        return new FileBody(
                file.toString(), bytes.length, FormEncoding.encodedLength(bytes, 0, bytes.length), encoding);
    }

    private UnreadableFileException failure(Fixture fixture, Path archive, ByteProgress progress) {
        UnreadableFileException failure = assertThatExceptionOfType(UnreadableFileException.class)
                .isThrownBy(() -> from.upload(fixture.service(), Fixture.PROJECT, archive, progress))
                .actual();
        assertThat(fixture.simulator.project(Fixture.PROJECT).uploads()).isZero();
        assertThat(fixture.pace.sleeps()).isEmpty();
        assertThat(failure)
                .hasMessageStartingWith("Uploading the source archive failed: the file ")
                .hasMessageContaining(archive.getFileName().toString())
                .hasMessageEndingWith("and run it again.");
        return failure;
    }

    private void assertNoticed(Dialect dialect, Change change) throws IOException {
        Path archive = archive();
        AtomicBoolean changed = new AtomicBoolean();
        try (Fixture fixture = new Fixture(dialect)) {
            UnreadableFileException failure = failure(fixture, archive, (sent, total) -> {
                if (sent > SIZE / 2 && changed.compareAndSet(false, true)) {
                    try {
                        change.happen(archive);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            assertThat(failure).hasMessageContaining("changed while it was sent");
            assertThat(fixture.simulator.requests(SimulatedOperation.UPLOAD)).hasSizeLessThanOrEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_file_that_grows_while_it_is_sent_fails_the_upload(Dialect dialect) throws IOException {
        assertNoticed(dialect, file -> Files.write(file, new byte[1], StandardOpenOption.APPEND));
    }

    @ParameterizedTest
    @EnumSource
    void a_file_that_shrinks_while_it_is_sent_fails_the_upload(Dialect dialect) throws IOException {
        assertNoticed(dialect, file -> Files.write(file, new byte[10]));
    }

    @ParameterizedTest
    @EnumSource
    void a_file_that_is_written_again_at_the_same_size_fails_the_upload(Dialect dialect) throws IOException {
        assertNoticed(dialect, file -> {
            Files.write(file, new byte[SIZE]);
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_file_that_changes_before_its_very_last_part_is_sent_fails_the_upload(Dialect dialect) throws IOException {
        Path archive = archive();
        try (Fixture fixture = new Fixture(dialect)) {
            UnreadableFileException failure = failure(fixture, archive, (sent, total) -> {
                if (total - sent <= 64 * 1024) {
                    try {
                        Files.setLastModifiedTime(archive, FileTime.fromMillis(1_000_000));
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            assertThat(failure).hasMessageContaining("changed while it was sent");
        }
    }

    @Test
    void a_file_that_changed_before_it_is_sent_sends_nothing() throws Exception {
        Path file = Files.createFile(directory.resolve("a.zip"));
        FileBody body = body(file, UploadEncoding.MULTIPART);
        Files.write(file, new byte[10]);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        assertThatExceptionOfType(BodyFileException.class)
                .isThrownBy(() -> body.writeTo(sent, ByteProgress.NONE))
                .withMessageContaining("changed while it was sent");
        assertThat(sent.size()).isZero();
    }

    @Test
    void a_file_that_vanishes_while_it_is_sent_fails_the_upload() throws IOException {
        Path archive = archive();
        try (Fixture fixture = new Fixture(Dialect.FIELD)) {
            UnreadableFileException failure = failure(fixture, archive, (sent, total) -> {
                try {
                    Files.deleteIfExists(archive);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(failure).hasMessageContaining("does not exist");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_missing_archive_or_a_directory_is_refused_before_anything_is_sent(Dialect dialect) {
        try (Fixture fixture = new Fixture(dialect)) {
            assertThat(failure(fixture, directory.resolve("missing.zip"), ByteProgress.NONE))
                    .hasMessageContaining("missing.zip does not exist");
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
            assertThatExceptionOfType(BodyFileException.class)
                    .isThrownBy(() -> body.writeTo(OutputStream.nullOutputStream(), ByteProgress.NONE))
                    .withMessageContaining("changed while it was sent");
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
        assertThatExceptionOfType(BodyFileException.class).isThrownBy(() -> body.writeTo(sent, ByteProgress.NONE));
        assertThat((long) sent.size()).isLessThanOrEqualTo(body.length());
    }

    @Test
    void a_listener_that_fails_is_a_defect_and_not_the_services_failure() throws IOException {
        Path archive = archive();
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> from.upload(fixture.service(), Fixture.PROJECT, archive, (sent, total) -> {
                        throw new UnsupportedOperationException("listener");
                    }))
                    .withMessage("Uploading the source archive met a defect")
                    .withCauseInstanceOf(UnsupportedOperationException.class);
            assertThat(fixture.pace.sleeps()).isEmpty();
            assertThat(fixture.simulator.project(Fixture.PROJECT).uploads()).isZero();
        }
    }

    @Test
    void trouble_with_a_file_is_worded_for_people() {
        Path file = Path.of("dir", "a\nb.zip");
        assertThat(BodyFileException.of(file, new java.nio.file.AccessDeniedException("x")))
                .hasMessageEndingWith("a\\u000ab.zip may not be read");
        assertThat(BodyFileException.of(file, new FileSystemException("x", null, "Input/output\nerror")))
                .hasMessageEndingWith(" cannot be read (x: Input/output\\u000aerror)");
        assertThat(BodyFileException.of(file, new java.io.FileNotFoundException()))
                .hasMessageEndingWith(" does not exist");
    }
}
