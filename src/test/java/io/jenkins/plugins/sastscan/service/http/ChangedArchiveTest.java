package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.Reason;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.BeforeEach;
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
import org.junit.jupiter.params.provider.ValueSource;

/** An archive that changes before or during its upload never arrives in full and is not sent again. */
@Timeout(60)
@ParameterizedClass
@MethodSource("senders")
class ChangedArchiveTest {
    /** Not a multiple of the part size. The remainder is shorter than the end record of a zip file. */
    private static final int SIZE = 2 * 64 * 1024 + 5;

    /** The size of the end record of a zip file. */
    private static final int END = 22;

    private static final int LARGE = 16 * 1024 * 1024;
    private static final int READ_EARLY = 100_000;

    private static final String CHANGED = "changed after it was checked";
    private static final String NOT_REGULAR = "is no longer a regular file";
    private static final FileTime TIME = FileTime.fromMillis(1_000_000_000);
    private static final String OK = "HTTP/1.1 204 No Content\r\n\r\n";

    @RegisterExtension
    final Fixture fixture = new Fixture();

    @Parameter(0)
    SentFrom from;

    @Parameter(1)
    UploadEncoding encoding;

    @TempDir
    Path directory;

    private final BlockingQueue<byte[]> bodies = new LinkedBlockingQueue<>();
    private Path archive;
    private UploadAttempt.Archive checked;

    static Stream<Arguments> senders() {
        return Stream.of(SentFrom.values())
                .flatMap(from -> Stream.of(UploadEncoding.values()).map(encoding -> Arguments.of(from, encoding)));
    }

    @BeforeEach
    void createCheckedArchive() throws IOException {
        archive = write(directory.resolve("archive.zip"), content(SIZE));
        checked = SentFrom.checked(archive);
    }

    /** Bytes that all take three characters in a form, so that a changed byte keeps the encoded size. */
    private static byte[] content(int size) {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        for (int i = 0; i < size; i++) {
            bytes[i] |= (byte) 0x80;
        }
        return bytes;
    }

    private static byte[] changedAt(int position) {
        byte[] bytes = content(SIZE);
        bytes[position] ^= 1;
        return bytes;
    }

    private static Path write(Path file, byte[] bytes) throws IOException {
        return Files.setLastModifiedTime(Files.write(file, bytes), TIME);
    }

    private static void link(Path archive, byte[] bytes) throws IOException {
        Path outside = write(archive.resolveSibling("outside.zip"), bytes);
        Files.delete(archive);
        Files.createSymbolicLink(archive, outside);
    }

    private RawServer server(String answer) throws IOException {
        return server(() -> {}, answer);
    }

    /** Records what arrives, and responds to complete requests. Runs the action before the first response. */
    private RawServer server(Runnable action, String... answers) throws IOException {
        AtomicInteger answered = new AtomicInteger();
        return new RawServer((self, socket) -> {
            long length = self.readLength(socket);
            byte[] body = socket.getInputStream().readNBytes((int) length);
            bodies.add(body);
            if (body.length == length) {
                int number = answered.getAndIncrement();
                if (number == 0) {
                    action.run();
                }
                String answer = answers[Math.min(number, answers.length - 1)];
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
        });
    }

    private SastService service(RawServer server) {
        return Fixture.service(server.url(), encoding, ConnectionSettings.DEFAULT, fixture.client, fixture.clock);
    }

    /** Reads a part of each request, runs the action, responds, and closes the connection. */
    private static RawServer earlyServer(Runnable action, String answer) throws IOException {
        return new RawServer((self, socket) -> {
            self.readHead(socket);
            socket.getInputStream().skipNBytes(READ_EARLY);
            action.run();
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        });
    }

    /** Makes the archive so large that it cannot be sent unless the server reads it. */
    private void enlargeCheckedArchive() throws IOException {
        write(archive, content(LARGE));
        checked = SentFrom.checked(archive);
    }

    /** A change to the archive after the check. */
    enum Change {
        LINK_TO_OTHER_CONTENT(true, NOT_REGULAR, file -> link(file, changedAt(0))),
        LINK_TO_SAME_CONTENT(true, NOT_REGULAR, file -> link(file, content(SIZE))),
        DIRECTORY(true, NOT_REGULAR, file -> {
            Files.delete(file);
            Files.createDirectory(file);
        }),
        DELETED(true, "cannot be read (it does not exist)", Files::delete),
        TRUNCATED(true, CHANGED, file -> write(file, content(SIZE / 2))),
        GROWN(true, CHANGED, file -> Files.write(file, new byte[1], StandardOpenOption.APPEND)),
        OTHER_CONTENT(false, CHANGED, file -> {
            Path other = write(file.resolveSibling("other.zip"), changedAt(0));
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        }),
        LAST_BYTE(false, CHANGED, file -> {
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 1] ^= 1;
            Files.write(file, bytes, StandardOpenOption.WRITE);
            Files.setLastModifiedTime(file, TIME);
        });

        final boolean isSeenBefore;
        final String says;
        private final ThrowingConsumer<Path> change;

        /** @param isSeenBefore whether the change is noticed before anything is sent */
        Change(boolean isSeenBefore, String says, ThrowingConsumer<Path> change) {
            this.isSeenBefore = isSeenBefore;
            this.says = says;
            this.change = change;
        }

        void apply(Path archive) {
            change.accept(archive);
        }
    }

    private void assertFails(SastService service, String why, LongConsumer progress) {
        assertThat(Fixture.failure(
                        Reason.UNREADABLE_FILE, () -> from.upload(service, Fixture.PROJECT, checked, progress)))
                .hasMessageStartingWith("Uploading the archive failed (POST http")
                .hasMessageEndingWith("): the file " + archive + " " + why
                        + ". Make sure that nothing else changes the file during the build, and try again.");
    }

    /** Asserts that the server has received these numbers of complete and incomplete archives, and nothing else. */
    private void assertReceived(RawServer server, int whole, int broken) throws Exception {
        // Connections are accepted in order. After this connection, all earlier connections have been accepted.
        try (Socket last = new Socket("127.0.0.1", server.port())) {
            last.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            last.getInputStream().readAllBytes();
        }
        assertThat(server.connections()).isEqualTo(whole + broken + 1);
        List<Integer> sizes = new ArrayList<>();
        while (sizes.size() < whole + broken + 1) {
            byte[] body = bodies.poll(20, TimeUnit.SECONDS);
            assertThat(body).isNotNull();
            sizes.add(sizeOfFile(body));
        }
        assertThat(sizes).filteredOn(size -> size >= checked.size()).hasSize(whole);
        assertThat(sizes).filteredOn(size -> size <= checked.size() - END).hasSize(broken + 1);
    }

    /** How many bytes of the file a body contains. */
    private int sizeOfFile(byte[] body) {
        if (encoding == UploadEncoding.FORM) {
            return Math.max(0, body.length - "zippedSource=".length()) / 3;
        }
        int head = new String(body, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
        return head < 0 ? 0 : body.length - head - 4;
    }

    @ParameterizedTest
    @EnumSource
    void an_archive_that_changed_after_the_check_is_not_sent_completely(Change change) throws Exception {
        change.apply(archive);
        try (RawServer server = server(OK)) {
            assertFails(service(server), change.says, bytes -> {});
            assertReceived(server, 0, change.isSeenBefore ? 0 : 1);
        }
        assertThat(fixture.clock.sleeps()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void an_archive_that_changed_before_a_retry_is_not_sent_completely(Change change) throws Exception {
        try (RawServer server = server(() -> change.apply(archive), "HTTP/1.1 503 No\r\n\r\n", OK)) {
            assertFails(service(server), change.says, bytes -> {});
            assertReceived(server, 1, change.isSeenBefore ? 0 : 1);
        }
        assertThat(fixture.clock.sleeps()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"LAST_BYTE", "TRUNCATED", "GROWN"})
    void an_archive_that_changes_during_the_upload_is_not_sent_completely(Change change) throws Exception {
        // The archive must be larger than the part that is read before anything is sent.
        enlargeCheckedArchive();
        AtomicBoolean changed = new AtomicBoolean();
        try (RawServer server = server(OK)) {
            assertFails(service(server), CHANGED, sent -> {
                if (changed.compareAndSet(false, true)) {
                    change.apply(archive);
                }
            });
            assertReceived(server, 0, 1);
        }
        assertThat(fixture.clock.sleeps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OK,
                "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
            })
    void a_success_status_before_the_archive_is_sent_completely_is_a_connection_failure(String answer)
            throws Exception {
        enlargeCheckedArchive();
        try (RawServer server = earlyServer(() -> {}, answer)) {
            SastService service = service(server);
            assertThat(Fixture.failure(
                            Reason.CONNECTION_CLOSED,
                            () -> from.upload(service, Fixture.PROJECT, checked, bytes -> {})))
                    .hasMessageContaining("): the connection ended before the request was sent");
            assertThat(server.connections()).isEqualTo(1 + CallPolicy.DEFAULT.retries());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TRUNCATED", "GROWN", "DELETED", "LINK_TO_OTHER_CONTENT"})
    void a_success_status_does_not_hide_a_change_during_the_upload(Change change) throws Exception {
        enlargeCheckedArchive();
        try (RawServer server = earlyServer(() -> change.apply(archive), OK)) {
            assertFails(service(server), change.says, bytes -> {});
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void an_archive_that_changed_before_a_token_renewal_is_not_sent_completely() {
        fixture.simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(401));
        assertFails(fixture.service(fixture.oauthSettings()), CHANGED, sent -> {
            if (sent == SIZE) {
                Change.OTHER_CONTENT.apply(archive);
            }
        });
        assertThat(fixture.project().uploads()).isZero();
        assertThat(fixture.simulator.requests(SimulatedOperation.TOKEN)).hasSize(2);
    }

    @Test
    void an_upload_fails_at_once_if_a_named_pipe_has_replaced_the_archive() throws Exception {
        Files.delete(archive);
        Process pipe;
        try {
            pipe = new ProcessBuilder("mkfifo", archive.toString()).start();
        } catch (IOException e) {
            assumeTrue(false, "This system has no named pipes");
            return;
        }
        assertThat(pipe.waitFor()).isZero();
        assertFails(fixture.service(), "is no longer a regular file", bytes -> {});
        assertThat(fixture.simulator.requests()).isEmpty();
    }

    /** An open file keeps its content when it is replaced. */
    @Test
    void an_archive_that_is_replaced_during_the_upload_arrives_unchanged() throws Exception {
        AtomicBoolean changed = new AtomicBoolean();
        try (Fixture fixture = new Fixture(encoding == UploadEncoding.FORM ? Dialect.CONTRACT : Dialect.FIELD)) {
            from.upload(fixture.service(), Fixture.PROJECT, checked, sent -> {
                if (changed.compareAndSet(false, true)) {
                    Change.OTHER_CONTENT.apply(archive);
                }
            });
            assertThat(fixture.project().lastUpload().orElseThrow().file()).hasBinaryContent(content(SIZE));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, END, 65_535, 65_536, 65_537, 65_536 + END, SIZE})
    void the_end_of_an_archive_with_a_wrong_digest_is_not_sent(int size) throws Exception {
        write(archive, content(size));
        UploadAttempt.Archive right = SentFrom.checked(archive);
        FileBody body = FileBody.of(right, encoding);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        write(body, sent);
        assertThat((long) sent.size()).isEqualTo(body.length());
        assertThat(sizeOfFile(sent.toByteArray())).isGreaterThanOrEqualTo(size);

        sent.reset();
        UploadAttempt.Archive other =
                new UploadAttempt.Archive(right.file(), size, right.encodedSize(), "0".repeat(64));
        assertThatExceptionOfType(UploadAttempt.FileException.class)
                .isThrownBy(() -> write(FileBody.of(other, encoding), sent))
                .withMessageEndingWith(CHANGED);
        assertThat(sizeOfFile(sent.toByteArray())).isLessThanOrEqualTo(Math.max(0, size - END));
    }

    private static void write(FileBody body, ByteArrayOutputStream out) throws IOException {
        try (InputStream in = body.archive().open()) {
            body.write(in, out, bytes -> {});
        }
    }

    /** The content has the checked digest, but not the announced encoded size. */
    @ParameterizedTest
    @CsvSource({"-1", "1"})
    void an_archive_with_a_wrong_encoded_size_is_not_sent_completely(int difference) {
        UploadAttempt.Archive announced =
                new UploadAttempt.Archive(checked.file(), SIZE, checked.encodedSize() + difference, checked.sha256());
        FileBody body = FileBody.of(announced, UploadEncoding.FORM);
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        assertThatExceptionOfType(UploadAttempt.FileException.class)
                .isThrownBy(() -> write(body, sent))
                .withMessageEndingWith(CHANGED);
        assertThat((long) sent.size()).isLessThan(body.length() - END);
    }
}
