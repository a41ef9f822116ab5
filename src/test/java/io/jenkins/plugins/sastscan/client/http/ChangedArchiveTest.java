package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.Upload;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
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

/** An archive that changes after the check never arrives in full, and is not sent again. */
@Timeout(60)
@ParameterizedClass
@MethodSource("senders")
class ChangedArchiveTest {
    private static final String OK = "HTTP/1.1 204 No Content\r\n\r\n";
    private static final String CHANGED = "changed after it was checked";

    /** The size of the end record of a zip file. Without this record, a server cannot unpack the file. */
    private static final int END = 22;

    /** So large that the sender must wait for the server, and that only a part of it is requested in advance. */
    private static final int LARGE = 8 << 20;

    @RegisterExtension
    final Fixture fixture = new Fixture();

    @Parameter(0)
    SentFrom from;

    @Parameter(1)
    UploadEncoding encoding;

    @TempDir
    Path directory;

    /** The number of bytes of the archive in each request. */
    private final List<Integer> received = new CopyOnWriteArrayList<>();

    private Path archive;
    private Upload.Archive checked;

    static Stream<Arguments> senders() {
        return Stream.of(SentFrom.values())
                .flatMap(from -> Stream.of(UploadEncoding.values()).map(encoding -> Arguments.of(from, encoding)));
    }

    enum Change {
        DELETED,
        TRUNCATED,
        LAST_BYTE
    }

    private void apply(Change change) {
        try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
            switch (change) {
                case DELETED -> Files.delete(archive);
                case TRUNCATED -> file.setLength(65_538);
                case LAST_BYTE -> {
                    file.seek(file.length() - 1);
                    file.write(0x7f);
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void setEncoding() {
        fixture.encoding = encoding;
    }

    /** The file has only bytes that a form encodes as three characters, so that a change keeps the encoded size. */
    private void create(int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        for (int i = 0; i < size; i++) {
            bytes[i] |= (byte) 0x80;
        }
        archive = Files.write(directory.resolve("archive.zip"), bytes);
        checked = SentFrom.checked(archive);
    }

    /** A server that answers complete requests. The action runs before each response. */
    private RawServer server(Runnable action, String answer) throws IOException {
        return new RawServer((self, socket) -> {
            long length = self.readLength(socket);
            byte[] body = socket.getInputStream().readNBytes((int) length);
            if (body.length == length && length > 0) {
                action.run();
                socket.getOutputStream().write(answer.getBytes(US_ASCII));
            }
            received.add(sizeOfFile(body));
        });
    }

    private int sizeOfFile(byte[] body) {
        if (encoding == UploadEncoding.FORM) {
            return Math.max(0, body.length - "zippedSource=".length()) / 3;
        }
        int head = new String(body, ISO_8859_1).indexOf("\r\n\r\n");
        return head < 0 ? 0 : body.length - head - 4;
    }

    /** A server that reads a part of each request, responds, and closes the connection. */
    private static RawServer earlyServer(String answer) throws IOException {
        return new RawServer((self, socket) -> {
            self.readHead(socket);
            socket.getInputStream().skipNBytes(100_000);
            socket.getOutputStream().write(answer.getBytes(US_ASCII));
        });
    }

    private void assertFails(RawServer server, Change change, LongConsumer progress) {
        String why = change == Change.DELETED ? "cannot be read (it does not exist)" : CHANGED;
        assertThat(failure(() -> from.upload(fixture.service(server.url()), checked, progress)))
                .hasMessageStartingWith("Uploading the archive failed (POST http")
                .hasMessageEndingWith("): the file " + archive + " " + why
                        + ". Make sure that nothing else changes the file during the build, and try again.");
    }

    /** Asserts how many requests contained the whole archive, and that the others did not contain its end. */
    private void assertReceived(RawServer server, int whole) throws IOException {
        // Connections are accepted in order, so the server accepts this connection last.
        try (Socket last = new Socket("127.0.0.1", server.port())) {
            last.shutdownOutput();
            assertThat(last.getInputStream().read()).isNegative();
        }
        while (received.size() < server.connections()) {
            Thread.onSpinWait();
        }
        assertThat(received).filteredOn(size -> size >= checked.size()).hasSize(whole);
        assertThat(received)
                .filteredOn(size -> size > Math.max(0, checked.size() - END))
                .hasSize(whole);
    }

    /** The archive consists of chunks of 64 KiB. The last chunk must contain the whole end record. */
    @ParameterizedTest
    @CsvSource({
        "LAST_BYTE, 1",
        "LAST_BYTE, 22",
        "LAST_BYTE, 65535",
        "LAST_BYTE, 65536",
        "LAST_BYTE, 65537",
        "LAST_BYTE, 65558",
        "LAST_BYTE, 131077",
        "TRUNCATED, 131077",
        "DELETED, 131077"
    })
    void a_retry_of_a_changed_archive_fails_before_the_whole_archive_is_sent(Change change, int size) throws Exception {
        create(size);
        try (RawServer server = server(() -> apply(change), "HTTP/1.1 503 No\r\n\r\n")) {
            assertFails(server, change, bytes -> {});
            assertReceived(server, 1);
        }
        assertThat(fixture.clock.sleeps()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"LAST_BYTE", "TRUNCATED"})
    void an_archive_is_never_sent_in_full_if_it_changes_during_the_upload(Change change) throws Exception {
        create(LARGE);
        AtomicBoolean changed = new AtomicBoolean();
        try (RawServer server = server(() -> {}, OK)) {
            assertFails(server, change, sent -> {
                if (changed.compareAndSet(false, true)) {
                    apply(change);
                }
            });
            assertReceived(server, 0);
        }
        assertThat(fixture.clock.sleeps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void an_archive_is_never_sent_in_full_if_its_encoded_size_is_wrong(int difference) throws Exception {
        create(131_077);
        checked = new Upload.Archive(
                checked.file(), checked.size(), checked.encodedSize() + difference, checked.sha256());
        assumeTrue(encoding == UploadEncoding.FORM);
        try (RawServer server = server(() -> {}, OK)) {
            assertFails(server, Change.LAST_BYTE, bytes -> {});
            assertReceived(server, 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OK,
                "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
            })
    void a_success_status_does_not_count_if_the_connection_ends_before_the_whole_archive_is_sent(String answer)
            throws Exception {
        create(LARGE);
        try (RawServer server = earlyServer(answer)) {
            assertThat(failure(() -> from.upload(fixture.service(server.url()), checked, bytes -> {})))
                    .hasMessageContaining("): the connection ended before the request was sent");
            assertThat(server.connections()).isEqualTo(1 + ConnectionSettings.DEFAULT_RETRIES);
        }
    }
}
