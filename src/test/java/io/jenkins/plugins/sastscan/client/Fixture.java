package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.client.CalledOperation.Action;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.client.http.HttpCalls;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.RecordedRequest;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The simulated SAST server with project 7, and a client with a {@link FakeClock}. */
public final class Fixture implements AfterEachCallback, AutoCloseable {
    public static final ProjectId PROJECT = new ProjectId(7);
    public static final GitRemote REMOTE = new GitRemote("https://git.example.org/team/app.git", "refs/heads/main");
    /** The token for servers other than the simulator. */
    public static final AccessToken TOKEN = new AccessToken("PLANTED-token");

    /** A read-only zip file of a few hundred kilobytes. Servers must not receive the file name. */
    public static final Path ARCHIVE = archive();

    public final Simulator simulator;
    public final OkHttpClient client;
    public final FakeClock clock = new FakeClock();
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
        OkHttpClient http = HttpCalls.client(settings);
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
        return new AccessToken(simulator.accessToken());
    }

    public SastClient service() {
        return service(token());
    }

    public SastClient service(Authentication authentication) {
        return new SastClient(url(), calls(authentication));
    }

    public HttpCalls calls(Authentication authentication) {
        return new HttpCalls(authentication, encoding(), settings, retries::add, client, clock);
    }

    public SastClient service(UploadEncoding encoding) {
        return new SastClient(url(), new HttpCalls(token(), encoding, settings, retries::add, client, clock));
    }

    public static ConnectionSettings settings(Timeouts timeouts) {
        return new ConnectionSettings(timeouts, ProxySettings.DIRECT, CallPolicy.DEFAULT, TrustedCertificates.NONE);
    }

    /** Settings with this read timeout. The other timeouts are much longer. */
    public static ConnectionSettings readTimeout(Duration time) {
        return settings(new Timeouts(Duration.ofSeconds(20), time, Duration.ofSeconds(20)));
    }

    public static ConnectionSettings settings(ProxySettings proxy) {
        return new ConnectionSettings(Timeouts.DEFAULT, proxy, CallPolicy.DEFAULT, TrustedCertificates.NONE);
    }

    public static ConnectionSettings settings(CallPolicy policy) {
        return new ConnectionSettings(Timeouts.DEFAULT, ProxySettings.DIRECT, policy, TrustedCertificates.NONE);
    }

    /** Settings that limit the time of a whole call. */
    public static ConnectionSettings limited(Duration limit) {
        return settings(new CallPolicy(3, Duration.ofMillis(1), Duration.ofMillis(1), limit, limit));
    }

    public SastClient service(ServiceUrl url) {
        return service(url, ConnectionSettings.DEFAULT);
    }

    public SastClient service(ServiceUrl url, ConnectionSettings settings) {
        return service(url, settings, Dns.SYSTEM);
    }

    public SastClient service(ServiceUrl url, ConnectionSettings settings, Dns dns) {
        OkHttpClient http = http(settings).newBuilder().dns(dns).build();
        return service(url, UploadEncoding.FORM, settings, http, clock);
    }

    /** A client of a server other than the simulator. */
    public static SastClient service(
            ServiceUrl url,
            UploadEncoding encoding,
            ConnectionSettings settings,
            OkHttpClient http,
            Deadline.Clock clock) {
        return service(url, TOKEN, encoding, settings, http, clock);
    }

    public static SastClient service(
            ServiceUrl url,
            AccessToken token,
            UploadEncoding encoding,
            ConnectionSettings settings,
            OkHttpClient http,
            Deadline.Clock clock) {
        return new SastClient(url, new HttpCalls(token, encoding, settings, retry -> {}, http, clock));
    }

    public OAuthSettings oauthSettings() {
        return oauthSettings(simulator);
    }

    public static OAuthSettings oauthSettings(Simulator simulator) {
        Simulator.OAuthClient known = simulator.oauthClient();
        return new OAuthSettings(
                ServiceUrl.token(simulator.tokenUrl().toString(), true),
                new OAuthSettings.Client(known.clientId(), new SecretText(known.clientSecret())),
                Optional.of(new OAuthSettings.User(known.userName(), new SecretText(known.password()))),
                known.scope());
    }

    public RecordedRequest only(SimulatedOperation operation) {
        List<RecordedRequest> requests = simulator.requests(operation);
        assertThat(requests).hasSize(1);
        return requests.get(0);
    }

    /**
     * Returns the form body with {@code %20} for each space. OkHttp 4 sends {@code %20}, but OkHttp 5 sends a plus
     * sign.
     */
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
        clients.forEach(http -> http.dispatcher().executorService().shutdown());
    }

    /** Waits and ignores interrupts, like blocking I/O. */
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

    public static ServiceException failure(Reason reason, Action action, SastClient service) {
        return failure(reason, () -> action.call(service));
    }

    /** Asserts that the message names the call and the problem, and shows no secret. */
    public static void assertMessage(ServiceException failure, String target, String says) {
        assertThat(failure)
                .hasNoCause()
                .hasMessageContaining(says)
                .hasMessageContaining(" failed (" + target)
                .hasMessageEndingWith(".")
                .hasMessageNotContainingAny("PLANTED", "?token", "\n");
    }
}
