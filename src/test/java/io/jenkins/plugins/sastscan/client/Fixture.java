package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.User;
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
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The simulated SAST server with project 7, and clients with a {@link FakeClock}. */
public final class Fixture implements AfterEachCallback, AutoCloseable {
    public static final ProjectId PROJECT = new ProjectId(7);
    public static final GitRemote REMOTE = new GitRemote("https://git.example.org/team/app.git", "refs/heads/main");

    /** A read-only zip file of a few hundred kilobytes. Servers must not receive the file name. */
    public static final Path ARCHIVE = archive();

    public final Simulator simulator;
    public final List<Retry> retries = Collections.synchronizedList(new ArrayList<>());

    // For clients that are created later.
    public Timeouts timeouts = Timeouts.DEFAULT;
    public int maxRetries = ConnectionSettings.DEFAULT_RETRIES;
    public ProxySettings proxy = ProxySettings.DIRECT;
    public TrustedCertificates certificates = new TrustedCertificates("");
    public UploadEncoding encoding;
    public Dns dns = Dns.SYSTEM;
    public FakeClock clock = new FakeClock();

    private final List<OkHttpClient> clients = new ArrayList<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    public Fixture() {
        this(Dialect.CONTRACT);
    }

    public Fixture(Dialect dialect) {
        this(SimulatorOptions.of(dialect));
    }

    public Fixture(SimulatorOptions options) {
        encoding = options.dialect() == Dialect.CONTRACT ? UploadEncoding.FORM : UploadEncoding.MULTIPART;
        simulator = Simulator.start(options);
        simulator.addProject(PROJECT.value());
    }

    /** Returns the default settings with this encoding. */
    public static ConnectionSettings settings(UploadEncoding encoding) {
        return new ConnectionSettings(
                Timeouts.DEFAULT,
                ConnectionSettings.DEFAULT_RETRIES,
                ProxySettings.DIRECT,
                new TrustedCertificates(""),
                encoding);
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

    public SimulatedProject project() {
        return simulator.project(PROJECT.value());
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
        return service(url(), authentication);
    }

    /** A client of a server other than the simulator. */
    public SastClient service(ServiceUrl url) {
        return service(url, new AccessToken("PLANTED-token"));
    }

    public SastClient service(ServiceUrl url, Authentication authentication) {
        ConnectionSettings settings = new ConnectionSettings(timeouts, maxRetries, proxy, certificates, encoding);
        OkHttpClient http = HttpCalls.client(settings).newBuilder().dns(dns).build();
        clients.add(http);
        return new SastClient(url, new HttpCalls(authentication, settings, retries::add, http, clock));
    }

    /** The number of connections that clients of this fixture keep open. */
    public int connections() {
        return clients.stream()
                .mapToInt(http -> http.connectionPool().connectionCount())
                .sum();
    }

    /** Makes all calls go through a proxy on this machine. */
    public static ProxySettings proxy(int port) {
        return new ProxySettings("127.0.0.1", port, host -> false, Optional.empty());
    }

    public static ProxySettings proxy(int port, String user, String password) {
        User account = new User(user, new SecretText(password));
        return new ProxySettings("127.0.0.1", port, host -> false, Optional.of(account));
    }

    /**
     * Makes name lookups wait until the end of the test, even if they are interrupted.
     *
     * @return released by the first lookup
     */
    public CountDownLatch holdLookups() {
        CountDownLatch asked = new CountDownLatch(1);
        dns = name -> {
            asked.countDown();
            closed.join();
            throw new UnknownHostException(name);
        };
        return asked;
    }

    public OAuthSettings oauthSettings() {
        return oauthSettings(simulator);
    }

    public static OAuthSettings oauthSettings(Simulator simulator) {
        Simulator.OAuthClient known = simulator.oauthClient();
        return new OAuthSettings(
                ServiceUrl.token(simulator.tokenUrl().toString(), true),
                known.clientId(),
                new SecretText(known.clientSecret()),
                Optional.of(new User(known.userName(), new SecretText(known.password()))),
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
        closed.complete(null);
        simulator.close();
    }

    /** Returns the failure of a call, whose message is one line that shows no secret. */
    public static ServiceException failure(ThrowingCallable call) {
        return assertThatExceptionOfType(ServiceException.class)
                .isThrownBy(call)
                .withNoCause()
                .withMessageMatching("\\P{Cntrl}+ failed \\((GET|POST) \\P{Cntrl}+\\): \\P{Cntrl}+\\.")
                .withMessageNotContainingAny("PLANTED", "?token")
                .actual();
    }

    public static ServiceException failure(ClientCall call, SastClient client) {
        return failure(() -> call.make(client));
    }
}
