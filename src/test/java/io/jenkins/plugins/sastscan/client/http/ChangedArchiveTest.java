package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static io.jenkins.plugins.sastscan.client.http.ChangedArchive.CHANGED;
import static io.jenkins.plugins.sastscan.client.http.ChangedArchive.SIZE;
import static io.jenkins.plugins.sastscan.client.http.ChangedArchive.content;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.Reason;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.client.http.ChangedArchive.Change;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An archive that changes before or during its upload never arrives in full and is not sent again. */
@Timeout(60)
@ParameterizedClass
@MethodSource("senders")
class ChangedArchiveTest {
    private static final String OK = "HTTP/1.1 204 No Content\r\n\r\n";

    /**
     * So large that the sender must wait for the server to read it. The pieces that are requested in advance contain
     * only a part of it.
     */
    private static final byte[] LARGE = content(8 * 1024 * 1024);

    private static Upload.Archive checkedLarge;

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
    private Upload.Archive checked;

    static Stream<Arguments> senders() {
        return Stream.of(SentFrom.values())
                .flatMap(from -> Stream.of(UploadEncoding.values()).map(encoding -> Arguments.of(from, encoding)));
    }

    @BeforeEach
    void createCheckedArchive() throws IOException {
        archive = Files.write(directory.resolve("archive.zip"), content(SIZE));
        checked = SentFrom.checked(archive);
    }

    /** The server records each body, but answers only complete requests. The action runs before the first response. */
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
                socket.getOutputStream().write(answers[Math.min(number, answers.length - 1)].getBytes(US_ASCII));
            }
        });
    }

    private SastClient service(RawServer server) {
        return Fixture.service(server.url(), encoding, ConnectionSettings.DEFAULT, fixture.client, fixture.clock);
    }

    /** A server that reads a part of each request, runs the action, responds, and closes the connection. */
    private static RawServer earlyServer(Runnable action, String answer) throws IOException {
        return new RawServer((self, socket) -> {
            self.readHead(socket);
            socket.getInputStream().skipNBytes(100_000);
            action.run();
            socket.getOutputStream().write(answer.getBytes(US_ASCII));
        });
    }

    /**
     * Computes the sizes and the digest of the large archive only once, because this takes longer than most of the
     * tests.
     */
    private void enlargeCheckedArchive() throws IOException {
        Files.write(archive, LARGE);
        if (checkedLarge == null) {
            checkedLarge = SentFrom.checked(archive);
        }
        checked = new Upload.Archive(
                archive.toString(), checkedLarge.size(), checkedLarge.encodedSize(), checkedLarge.sha256());
    }

    private void assertFails(SastClient service, String why, LongConsumer progress) {
        assertThat(failure(Reason.UNREADABLE_FILE, () -> from.upload(service, Fixture.PROJECT, checked, progress)))
                .hasMessageStartingWith("Uploading the archive failed (POST http")
                .hasMessageEndingWith("): the file " + archive + " " + why
                        + ". Make sure that nothing else changes the file during the build, and try again.");
    }

    /** Asserts that the server has received these numbers of complete and incomplete archives, and nothing else. */
    private void assertReceived(RawServer server, int whole, int broken) throws Exception {
        // Connections are accepted in order, so the server accepts this connection last.
        try (Socket last = new Socket("127.0.0.1", server.port())) {
            last.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
            last.getInputStream().readAllBytes();
        }
        assertThat(server.connections()).isEqualTo(whole + broken + 1);
        List<Integer> sizes = new ArrayList<>();
        while (sizes.size() < whole + broken + 1) {
            byte[] body = bodies.poll(20, TimeUnit.SECONDS);
            assertThat(body).isNotNull();
            sizes.add(ChangedArchive.sizeOfFile(body, encoding));
        }
        assertThat(sizes).filteredOn(size -> size >= checked.size()).hasSize(whole);
        assertThat(sizes)
                .filteredOn(size -> size <= checked.size() - ChangedArchive.END)
                .hasSize(broken + 1);
    }

    @ParameterizedTest
    @EnumSource
    void a_retry_of_a_changed_archive_fails_before_the_whole_archive_is_sent(Change change) throws Exception {
        try (RawServer server = server(() -> change.apply(archive), "HTTP/1.1 503 No\r\n\r\n", OK)) {
            assertFails(service(server), change.says, bytes -> {});
            assertReceived(server, 1, change == Change.DELETED && from == SentFrom.AGENT ? 0 : 1);
        }
        assertThat(fixture.clock.sleeps()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"LAST_BYTE", "TRUNCATED"})
    void an_archive_is_never_sent_in_full_if_it_changes_during_the_upload(Change change) throws Exception {
        enlargeCheckedArchive();
        AtomicBoolean changed = new AtomicBoolean();
        try (RawServer server = server(() -> {}, OK)) {
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
    void a_success_status_does_not_count_if_the_connection_ends_before_the_whole_archive_is_sent(String answer)
            throws Exception {
        enlargeCheckedArchive();
        try (RawServer server = earlyServer(() -> {}, answer)) {
            assertThat(failure(
                            Reason.CONNECTION_CLOSED,
                            () -> from.upload(service(server), Fixture.PROJECT, checked, bytes -> {})))
                    .hasMessageContaining("): the connection ended before the request was sent");
            assertThat(server.connections()).isEqualTo(1 + CallPolicy.DEFAULT.retries());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"TRUNCATED", "DELETED"})
    void an_early_success_status_does_not_hide_a_change_of_the_archive(Change change) throws Exception {
        enlargeCheckedArchive();
        try (RawServer server = earlyServer(() -> change.apply(archive), OK)) {
            assertFails(service(server), change.says, bytes -> {});
            assertThat(server.connections()).isLessThan(3);
        }
    }
}
