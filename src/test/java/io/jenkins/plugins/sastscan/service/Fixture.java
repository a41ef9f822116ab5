package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.http.CallClock;
import io.jenkins.plugins.sastscan.service.http.HttpCalls;
import io.jenkins.plugins.sastscan.service.http.HttpClients;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.provider.Arguments;

/** The simulated SAST server with project 7, and a client whose waits take no time. */
public final class Fixture implements AfterEachCallback, AutoCloseable {
    public static final ProjectId PROJECT = new ProjectId(7);
    public static final GitRemote REMOTE = new GitRemote("https://git.example.org/team/app.git", "refs/heads/main");
    /** The token for servers other than the simulator. */
    public static final AccessToken TOKEN = new AccessToken(SecretText.of("PLANTED-token"));

    /** A read-only zip of a few hundred kilobytes. Its local name must not reach a server. */
    public static final Path ARCHIVE = archive();

    public final Simulator simulator;
    public final OkHttpClient client;
    public final FakeClock clock = new FakeClock();
    /** The retries of all calls, in order. */
    public final List<Retry> retries = Collections.synchronizedList(new ArrayList<>());

    private final Dialect dialect;
    private final ConnectionSettings settings;
    private final List<OkHttpClient> clients = new ArrayList<>();

    public Fixture() {
        this(Dialect.CONTRACT);
    }

    public Fixture(Dialect dialect) {
        this(dialect, ConnectionSettings.DEFAULT);
    }

    public Fixture(Dialect dialect, ConnectionSettings settings) {
        this(SimulatorOptions.of(dialect), settings);
    }

    public Fixture(SimulatorOptions options, ConnectionSettings settings) {
        this.dialect = options.dialect();
        this.settings = settings;
        simulator = Simulator.start(options);
        simulator.addProject(PROJECT.value());
        client = http(settings);
    }

    private static Path archive() {
        try {
            byte[] content = new byte[400_000];
            new Random(3).nextBytes(content);
            Path archive = Files.createTempFile("private name", ".zip");
            archive.toFile().deleteOnExit();
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
                zip.putNextEntry(new ZipEntry("src/Main.java"));
                zip.write(content);
            }
            return archive;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client that is disposed of after the test. */
    public OkHttpClient http(ConnectionSettings settings) {
        OkHttpClient http = HttpClients.create(settings);
        clients.add(http);
        return http;
    }

    public SimulatedProject project() {
        return simulator.project(PROJECT.value());
    }

    public UploadEncoding encoding() {
        return dialect == Dialect.CONTRACT ? UploadEncoding.FORM : UploadEncoding.MULTIPART;
    }

    public ServiceUrl url() {
        return ServiceUrl.base(simulator.baseUrl().toString(), true);
    }

    public AccessToken token() {
        return new AccessToken(SecretText.of(simulator.accessToken()));
    }

    public SastService service() {
        return service(token());
    }

    public SastService service(ServiceAuthentication authentication) {
        return new SastService(url(), new HttpCalls(authentication, encoding(), settings, retries::add, client, clock));
    }

    public SastService service(UploadEncoding encoding) {
        return new SastService(url(), new HttpCalls(token(), encoding, settings, retries::add, client, clock));
    }

    public static ConnectionSettings settings(Timeouts timeouts) {
        return new ConnectionSettings(timeouts, ProxySettings.DIRECT, CallPolicy.DEFAULT);
    }

    public static ConnectionSettings settings(ProxySettings proxy) {
        return new ConnectionSettings(Timeouts.DEFAULT, proxy, CallPolicy.DEFAULT);
    }

    public static ConnectionSettings settings(CallPolicy policy) {
        return new ConnectionSettings(Timeouts.DEFAULT, ProxySettings.DIRECT, policy);
    }

    /** Settings that limit the time of a whole call. */
    public static ConnectionSettings limited(Duration limit) {
        return settings(new CallPolicy(3, Duration.ofMillis(1), Duration.ofMillis(1), limit, limit));
    }

    public SastService service(ServiceUrl url) {
        return service(url, ConnectionSettings.DEFAULT);
    }

    public SastService service(ServiceUrl url, ConnectionSettings settings) {
        return service(url, settings, Dns.SYSTEM);
    }

    public SastService service(ServiceUrl url, ConnectionSettings settings, Dns dns) {
        OkHttpClient http = http(settings).newBuilder().dns(dns).build();
        return service(url, UploadEncoding.FORM, settings, http, clock);
    }

    /** A client of a server other than the simulator. */
    public static SastService service(
            ServiceUrl url, UploadEncoding encoding, ConnectionSettings settings, OkHttpClient http, CallClock clock) {
        return new SastService(url, new HttpCalls(TOKEN, encoding, settings, retry -> {}, http, clock));
    }

    public OAuthSettings oauthSettings() {
        return oauthSettings(simulator);
    }

    public static OAuthSettings oauthSettings(Simulator simulator) {
        Simulator.OAuthClient known = simulator.oauthClient();
        return new OAuthSettings(
                ServiceUrl.token(simulator.tokenUrl().toString(), true),
                new OAuthSettings.Client(known.clientId(), SecretText.of(known.clientSecret())),
                Optional.of(new OAuthSettings.User(known.userName(), SecretText.of(known.password()))),
                known.scope());
    }

    public RecordedRequest only(SimulatedOperation operation) {
        List<RecordedRequest> requests = simulator.requests(operation);
        assertThat(requests).hasSize(1);
        return requests.get(0);
    }

    /** The form body, with spaces encoded as in OkHttp 4. OkHttp 5 encodes them as plus signs. */
    public static String form(RecordedRequest request) {
        return request.body().text().replace("+", "%20");
    }

    @Override
    public void afterEach(ExtensionContext context) {
        close();
    }

    @Override
    public void close() {
        simulator.close();
        clients.forEach(HttpClients::dispose);
    }

    /** Waits like blocking I/O, which ignores interrupts. */
    public static void await(CountDownLatch latch) {
        boolean over = false;
        while (!over) {
            try {
                over = latch.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                over = false;
            }
        }
    }

    @FunctionalInterface
    public interface Action {
        void call(SastService service) throws Exception;
    }

    /** Starts a call in a thread of its own, and interrupts the call as soon as it is blocked. */
    public static void interrupt(Action action, SastService service, Executable blocked) throws Throwable {
        FutureTask<Void> call = new FutureTask<>(() -> {
            action.call(service);
            return null;
        });
        Thread thread = new Thread(call);
        thread.start();
        blocked.execute();
        thread.interrupt();
        assertThat(call)
                .failsWithin(Duration.ofSeconds(2))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(InterruptedException.class);
    }

    /** An operation and how it is called. */
    public record Called(SimulatedOperation operation, Action action) {
        @Override
        public String toString() {
            return operation.toString();
        }
    }

    /** Returns how an operation is called. The upload sends the archive, which can be any file. */
    public static Action action(SimulatedOperation operation, Path archive, SentFrom from) {
        return operations(archive, from)
                .filter(called -> called.operation() == operation)
                .findFirst()
                .orElseThrow()
                .action();
    }

    /** The reason for a failure, recognized by its message. */
    public enum Reason {
        REFUSED("\\): status [45]\\d\\d"),
        UNEXPECTED_RESPONSE("\\): (the response (is|has) |unexpected status |the token is not a Bearer token)"),
        UNREADABLE_FILE("\\): the file "),
        SENDER_FAILED("^(?!.* failed \\()"),
        UNKNOWN_HOST("\\): the host \\S+ is unknown"),
        CONNECTION_REFUSED("does not accept connections on port"),
        CONNECT_TIMEOUT("\\): (connecting to|the TLS handshake with) \\S+ timed out"),
        TLS("\\): the (certificate of \\S+ is not trusted|TLS handshake with \\S+ failed)"),
        PROXY("\\): the proxy "),
        CONNECTION_CLOSED("\\): the connection (ended|is already closed)"),
        WRITE_TIMEOUT("\\(write timeout\\)"),
        READ_TIMEOUT("\\): (no response within|the response stalled for) .*\\(read timeout\\)"),
        TIME_LIMIT("\\): the call exceeded its time limit");

        private final Pattern says;

        Reason(String says) {
            this.says = Pattern.compile(says);
        }

        public Pattern says() {
            return says;
        }
    }

    public static ServiceException failure(ThrowingCallable call) {
        return assertThatExceptionOfType(ServiceException.class)
                .isThrownBy(call)
                .actual();
    }

    public static ServiceException failure(Reason reason, ThrowingCallable call) {
        ServiceException failure = failure(call);
        assertThat(failure.getMessage()).containsPattern(reason.says());
        return failure;
    }

    public static ServiceException failure(Reason reason, Action action, SastService service) {
        return failure(reason, () -> action.call(service));
    }

    /** All operations. The upload sends the archive, which can be any file. */
    public static Stream<Called> operations(Path archive, SentFrom from) {
        return Stream.of(
                new Called(SimulatedOperation.LICENSE, SastService::license),
                new Called(SimulatedOperation.BRANCHING_STATUS, s -> s.branchingStatus(PROJECT)),
                new Called(SimulatedOperation.QUERY, s -> s.query(new QueryKey("Java", "High", "SQL_Injection"))),
                new Called(SimulatedOperation.UPLOAD, s -> from.upload(s, PROJECT, archive, bytes -> {})),
                new Called(SimulatedOperation.FORCE_SCAN, s -> s.forceScan(PROJECT)),
                new Called(SimulatedOperation.READ_GIT, s -> s.gitSettings(PROJECT)),
                new Called(
                        SimulatedOperation.WRITE_GIT, s -> s.writeGitSettings(PROJECT, REMOTE, GitAuthentication.NONE)),
                new Called(
                        SimulatedOperation.WRITE_GIT_SSH,
                        s -> s.writeGitSshSettings(PROJECT, REMOTE, Optional.of(SecretText.of("a key")))));
    }

    /** A clock that advances only when a call sleeps. Sleeping takes no real time. */
    public static final class FakeClock implements CallClock {
        private final List<Duration> sleeps = new ArrayList<>();
        private long eventAt;
        private Runnable event;
        private double random = 1;
        private long nanos = Long.MAX_VALUE - 5;
        private Instant now = Instant.parse("2030-01-02T03:04:05Z");

        @Override
        public synchronized long nanoTime() {
            return nanos;
        }

        @Override
        public synchronized Instant now() {
            return now;
        }

        @Override
        public synchronized void sleep(Duration time) {
            sleeps.add(time);
            pass(time);
        }

        @Override
        public synchronized double random() {
            return random;
        }

        public synchronized void random(double next) {
            random = next;
        }

        public synchronized void pass(Duration time) {
            nanos += time.toNanos();
            now = now.plus(time);
            if (event != null && nanos - eventAt >= 0) {
                event.run();
                event = null;
            }
        }

        /** Runs an action as soon as the given time has passed. */
        public synchronized void after(Duration time, Runnable what) {
            eventAt = nanos + time.toNanos();
            event = what;
        }

        public synchronized List<Duration> sleeps() {
            return List.copyOf(sleeps);
        }
    }

    /** The machine that sends the archive of an upload. */
    public enum SentFrom {
        CONTROLLER,
        /** Runs in this process, but serializes everything that an agent would receive and return. */
        AGENT,
        /** The controller, which reads the archive from an agent. The agent's threads run in this process. */
        PIECES;

        /** Each machine with each dialect. */
        public static Stream<Arguments> withDialects() {
            return Stream.of(values())
                    .flatMap(from -> Stream.of(Dialect.values()).map(dialect -> Arguments.of(from, dialect)));
        }

        /** Uploads the file as it is now. */
        public void upload(SastService service, ProjectId project, Path archive, LongConsumer progress)
                throws IOException, InterruptedException {
            upload(service, project, checked(archive), progress);
        }

        public void upload(SastService service, ProjectId project, UploadAttempt.Archive archive, LongConsumer progress)
                throws IOException, InterruptedException {
            if (this == AGENT) {
                UploadAttempt.Sender agent =
                        attempt -> serialized(serialized(attempt).send(progress));
                service.uploadFrom(agent, project, archive);
            } else {
                service.upload(project, archive, this == PIECES ? () -> Pieces.open(archive) : archive, progress);
            }
        }

        /** The checked size and digest of the file. A missing file counts as empty. */
        public static UploadAttempt.Archive checked(Path archive) throws IOException {
            byte[] bytes = Files.isRegularFile(archive) ? Files.readAllBytes(archive) : new byte[0];
            try {
                byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(bytes);
                return new UploadAttempt.Archive(
                        archive.toString(),
                        bytes.length,
                        FormEncoding.encodedLength(bytes, 0, bytes.length),
                        HexFormat.of().formatHex(sha256));
            } catch (NoSuchAlgorithmException e) {
                throw new AssertionError(e);
            }
        }

        @SuppressWarnings("unchecked")
        public static <T> T serialized(T value) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try {
                try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                    out.writeObject(value);
                }
                try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                    return (T) in.readObject();
                }
            } catch (IOException | ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** An archive whose pieces are read by threads of this process instead of an agent. */
    private static final class Pieces extends PieceStream {
        private final UploadAttempt.Archive archive;
        private final CompletableFuture<FileChannel> file = new CompletableFuture<>();
        private final CountDownLatch end = new CountDownLatch(1);
        private final FutureTask<Void> work;

        private Pieces(UploadAttempt.Archive archive) {
            super(archive, Duration.ofMinutes(1));
            this.archive = archive;
            work = new FutureTask<>(() -> {
                try (FileChannel open = archive.channel()) {
                    file.complete(open);
                    end.await();
                    return null;
                }
            });
            new Thread(work, "agent").start();
        }

        static InputStream open(UploadAttempt.Archive archive) throws IOException, InterruptedException {
            return new Pieces(archive).open();
        }

        @Override
        protected Future<byte[]> request(long offset, int length) {
            FutureTask<byte[]> piece =
                    new FutureTask<>(() -> SentFrom.serialized(archive.piece(file.get(), offset, length)));
            new Thread(piece, "agent").start();
            return piece;
        }

        @Override
        protected Future<Void> work() {
            return work;
        }

        @Override
        protected IOException failure(Exception e) {
            return ServiceException.ofSender("The agent failed.", new IOException(e));
        }

        @Override
        public void close() {
            super.close();
            end.countDown();
            try {
                work.get();
            } catch (ExecutionException e) {
                // The archive could not be opened.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            file.cancel(false);
        }
    }

    /** A clock that stands still until the test moves it. */
    public static final class MovableClock extends Clock {
        private Instant now = Instant.parse("2026-03-01T12:00:00Z");

        public void move(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
