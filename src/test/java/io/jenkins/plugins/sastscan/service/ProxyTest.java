package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.service.UnreachableException.Obstacle;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The proxy: who goes through it, with which user, and what is said when it does not let us. */
@Timeout(60)
class ProxyTest {
    private static final String EMPTY_OBJECT = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final String BASIC = "Proxy-Authorization: Basic "
            + Base64.getEncoder().encodeToString("us\u00e4r:p\u00e4ss".getBytes(StandardCharsets.UTF_8));

    private final FakeClock pace = new FakeClock();

    private RestService service(String url, ProxySettings proxy) {
        OkHttpClient client = HttpClients.create(ConnectionSettings.DEFAULT.withProxy(proxy));
        return new RestService(
                ServiceAddress.parse(url, true),
                UploadEncoding.FORM,
                TokenSource.fixed(new AccessToken(SecretText.of("PLANTED"))),
                new Caller(client, CallPolicy.DEFAULT, pace));
    }

    private static ProxySettings anonymous(RawServer proxy, String... direct) {
        return new ProxySettings.Http("127.0.0.1", proxy.port(), List.of(direct));
    }

    private static ProxySettings known(RawServer proxy) {
        return new ProxySettings.Authenticated(
                new ProxySettings.Http("127.0.0.1", proxy.port(), List.of()), "us\u00e4r", SecretText.of("p\u00e4ss"));
    }

    private static <T extends ServiceException> T failure(Class<T> type, RestService service) {
        return assertThatExceptionOfType(type).isThrownBy(service::license).actual();
    }

    @Test
    void plain_http_goes_through_a_proxy_that_asks_for_no_user() throws Exception {
        try (RawServer proxy = RawServer.answering(EMPTY_OBJECT)) {
            service("http://sast.example.org/api", anonymous(proxy)).license();
            assertThat(proxy.heads().get(0))
                    .startsWith("GET http://sast.example.org/api/serverLicenseData HTTP/1.1\r\n")
                    .doesNotContain("Proxy-Authorization");
        }
    }

    private static RawServer takingUploads() throws IOException {
        return new RawServer((server, socket) -> {
            String head = server.readHead(socket);
            int length = Integer.parseInt(head.replaceAll("(?s).*Content-Length: (\\d+).*", "$1"));
            socket.getInputStream().readNBytes(length);
            socket.getOutputStream().write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getInputStream().readAllBytes();
        });
    }

    @ParameterizedTest
    @EnumSource
    void an_upload_goes_through_a_proxy_that_asks_for_no_user(SentFrom from, @TempDir Path directory) throws Exception {
        try (RawServer proxy = takingUploads()) {
            from.upload(
                    service("http://sast.example.org/api", anonymous(proxy)),
                    7,
                    TestArchive.in(directory),
                    ByteProgress.NONE);
            assertThat(proxy.heads()).hasSize(1);
            assertThat(proxy.heads().get(0))
                    .startsWith("POST http://sast.example.org/api/projects/7/sourceCode/attachments HTTP/1.1\r\n")
                    .contains("\r\nHost: sast.example.org\r\n")
                    .doesNotContain("Proxy-Authorization");
        }
    }

    @Test
    void plain_http_brings_the_user_along_even_for_an_upload(@TempDir Path directory) throws Exception {
        Path archive = TestArchive.in(directory);
        try (RawServer proxy = takingUploads()) {
            SentFrom.CONTROLLER.upload(service("http://sast.example.org", known(proxy)), 7, archive, ByteProgress.NONE);
            assertThat(proxy.heads()).hasSize(1);
            assertThat(proxy.heads().get(0))
                    .startsWith("POST http://sast.example.org/")
                    .contains(BASIC);
        }
    }

    @Test
    void https_goes_through_a_tunnel_that_is_asked_for_with_the_user() throws Exception {
        try (RawServer proxy = RawServer.answering("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")) {
            UnreachableException failure =
                    failure(UnreachableException.class, service("https://sast.example.org", known(proxy)));
            assertThat(proxy.heads()).hasSize(1);
            assertThat(proxy.heads().get(0))
                    .startsWith("CONNECT sast.example.org:443 HTTP/1.1\r\n")
                    .contains(BASIC)
                    .doesNotContain("PLANTED");
            assertThat(failure.obstacle()).isEqualTo(Obstacle.PROXY);
            assertThat(failure)
                    .hasMessageContaining("the proxy 127.0.0.1:" + proxy.port()
                            + " could not be reached or refused (Unexpected response code for CONNECT: 403).")
                    .hasMessageContaining("Check the proxy's settings");
        }
    }

    @Test
    void a_proxy_that_refuses_the_user_is_not_asked_again() throws Exception {
        String no = "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
        try (RawServer proxy = RawServer.answering(no)) {
            UnreachableException tunnel =
                    failure(UnreachableException.class, service("https://sast.example.org", known(proxy)));
            assertThat(tunnel.obstacle()).isEqualTo(Obstacle.PROXY);
            assertThat(tunnel).hasMessageNotContaining("p\u00e4ss");
            RefusedException plain = failure(RefusedException.class, service("http://sast.example.org", known(proxy)));
            assertThat(plain.status()).isEqualTo(407);
            assertThat(plain.hint()).startsWith("The proxy wants a user and a password");
            failure(RefusedException.class, service("http://sast.example.org", anonymous(proxy)));
            failure(UnreachableException.class, service("https://sast.example.org", anonymous(proxy)));
            assertThat(proxy.heads()).hasSize(4);
        }
    }

    @Test
    void a_tunnel_is_used_for_the_whole_call() throws Exception {
        try (RawServer proxy = new RawServer((server, socket) -> {
            server.readHead(socket);
            socket.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            socket.getInputStream().read();
        })) {
            UnreachableException failure =
                    failure(UnreachableException.class, service("https://sast.example.org", anonymous(proxy)));
            assertThat(failure.obstacle()).as("beyond the proxy").isEqualTo(Obstacle.CLOSED);
        }
    }

    @Test
    void a_proxy_that_dies_is_tried_again() throws Exception {
        try (RawServer proxy = RawServer.answering("")) {
            UnreachableException failure =
                    failure(UnreachableException.class, service("https://sast.example.org", anonymous(proxy)));
            assertThat(failure.obstacle()).isEqualTo(Obstacle.PROXY);
            assertThat(proxy.connections()).isEqualTo(4);
        }
        int port = Simulator.refusedUrl().getPort();
        UnreachableException failure = failure(
                UnreachableException.class,
                service("http://sast.example.org", new ProxySettings.Http("127.0.0.1", port, List.of())));
        assertThat(failure.obstacle()).isEqualTo(Obstacle.PROXY);
        assertThat(failure).hasMessageContaining("the proxy 127.0.0.1:" + port + " could not be reached or refused (");
        assertThat(pace.sleeps()).hasSize(6);
    }

    @Test
    void a_proxy_of_unknown_name_is_the_proxys_trouble() {
        UnreachableException failure = failure(
                UnreachableException.class,
                service("http://sast.example.org", new ProxySettings.Http("proxy.invalid", 3128, List.of())));
        assertThat(failure.obstacle()).isEqualTo(Obstacle.PROXY);
        assertThat(failure).hasMessageContaining("the proxy proxy.invalid:3128 could not be reached");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.0.0.*, true",
        "*, true",
        "LOCALHOST|127.*, true",
        "'other, 127.0.0.1', true",
        "127.0.0, false",
        "27.0.0.1, false",
        "127.0.0.?, false",
        "127x0x0x1, false",
        "'', false",
    })
    void hosts_that_match_a_pattern_are_reached_directly(String patterns, boolean direct) throws Exception {
        try (RawServer proxy = RawServer.answering(EMPTY_OBJECT);
                RawServer server = RawServer.answering(EMPTY_OBJECT)) {
            List<String> list = ProxySettings.Http.patterns(patterns);
            service(server.address().toString(), new ProxySettings.Http("127.0.0.1", proxy.port(), list))
                    .license();
            assertThat(server.heads()).hasSize(direct ? 1 : 0);
            assertThat(proxy.heads()).hasSize(direct ? 0 : 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"build_server, '', true", "build_server, build_*, false", "UPPER_host, upper_host, false"})
    void a_host_whose_name_java_cannot_read_goes_through_the_proxy_all_the_same(
            String host, String direct, boolean proxied) throws Exception {
        try (RawServer proxy = RawServer.answering(EMPTY_OBJECT)) {
            RestService service = service(
                    "http://" + host + ":1",
                    anonymous(proxy, direct.isEmpty() ? new String[0] : new String[] {direct}));
            if (proxied) {
                service.license();
                assertThat(proxy.heads().get(0)).startsWith("GET http://" + host + ":1/");
            } else {
                assertThat(failure(UnreachableException.class, service).obstacle())
                        .isNotEqualTo(Obstacle.PROXY);
                assertThat(proxy.connections()).isZero();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "build*, build, true",
        "b*ld, build, true",
        "*i*d*, build, true",
        "*, '', true",
        "'**', build, true",
        "b*i, build, false",
        "*x*, build, false",
        "build*x, build, false",
        "ab*ab, abab, true",
        "ab*ab, aba, false",
        "a*bc, abcbc, true",
        "'', build, false",
    })
    void a_star_stands_for_any_text_even_none(String pattern, String host, boolean direct) {
        ProxySettings.Http proxy = new ProxySettings.Http("proxy", 3128, List.of(pattern));
        assertThat(proxy.forTarget(host))
                .isEqualTo(direct ? ProxySettings.DIRECT : new ProxySettings.Http("proxy", 3128, List.of()));
    }

    @Test
    void a_proxy_with_a_user_keeps_it_on_the_way_to_a_host_and_needs_none_beside_the_proxy() {
        SecretText password = SecretText.of("p");
        ProxySettings.Http proxy = new ProxySettings.Http("proxy", 3128, List.of("*.example.org"));
        ProxySettings known = new ProxySettings.Authenticated(proxy, "user", password);
        assertThat(known.hasCredentials()).isTrue();
        assertThat(known.forTarget("a.example.com"))
                .isEqualTo(new ProxySettings.Authenticated(
                        new ProxySettings.Http("proxy", 3128, List.of()), "user", password));
        assertThat(known.forTarget("a.example.org")).isEqualTo(ProxySettings.DIRECT);
        assertThat(proxy.hasCredentials()).isFalse();
        assertThat(ProxySettings.DIRECT.hasCredentials()).isFalse();
        assertThat(ProxySettings.DIRECT.forTarget("a.example.com")).isEqualTo(ProxySettings.DIRECT);
    }

    @ParameterizedTest
    @CsvSource({"::1", "[::1]", "'[::*'"})
    void an_address_of_ipv6_matches_with_brackets_and_without(String pattern) {
        HostProxySelector proxies = new HostProxySelector(new ProxySettings.Http("proxy", 3128, List.of(pattern)));
        assertThat(proxies.of("::1")).isEqualTo(Proxy.NO_PROXY);
        assertThat(proxies.of("1.1.1.1").type()).isEqualTo(Proxy.Type.HTTP);
        assertThat(proxies.select(URI.create("http://[::1]/"))).containsExactly(Proxy.NO_PROXY);
    }

    @Test
    void what_a_proxy_echoes_of_its_user_is_not_shown() throws Exception {
        String page = "us\u00e4r p\u00e4ss may not: " + BASIC.replaceAll(".* ", "");
        byte[] answer = ("HTTP/1.1 407 Who\r\nContent-Length: " + page.getBytes(StandardCharsets.UTF_8).length
                        + "\r\n\r\n" + page)
                .getBytes(StandardCharsets.UTF_8);
        try (RawServer proxy = RawServer.answering(answer)) {
            assertThat(failure(RefusedException.class, service("http://sast.example.org", known(proxy))))
                    .hasMessageContaining("answered 407 (**** **** may not: ****)");
        }
    }

    @Test
    void names_match_a_pattern_in_whatever_case() throws Exception {
        try (RawServer proxy = RawServer.answering(EMPTY_OBJECT);
                RawServer server = RawServer.answering(EMPTY_OBJECT)) {
            service("http://localhost:" + server.port(), anonymous(proxy, "LocalH*"))
                    .license();
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void patterns_are_read_as_jenkins_keeps_them() {
        assertThat(ProxySettings.Http.patterns(" a.example.org\n*.b|c,  d \t"))
                .containsExactly("a.example.org", "*.b", "c", "d");
        assertThat(ProxySettings.Http.patterns(null)).isEmpty();
        assertThat(ProxySettings.Http.patterns(" ")).isEmpty();
    }

    @Test
    void without_a_proxy_the_jvms_own_one_does_not_matter() throws Exception {
        ProxySelector before = ProxySelector.getDefault();
        try (RawServer proxy = RawServer.answering(EMPTY_OBJECT);
                RawServer server = RawServer.answering(EMPTY_OBJECT)) {
            ProxySelector.setDefault(new ProxySelector() {
                @Override
                public List<Proxy> select(URI uri) {
                    return List.of(new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", proxy.port())));
                }

                @Override
                public void connectFailed(URI uri, SocketAddress address, IOException e) {
                    throw new AssertionError(e);
                }
            });
            service(server.address().toString(), ProxySettings.DIRECT).license();
            assertThat(proxy.connections()).isZero();
        } finally {
            ProxySelector.setDefault(before);
        }
    }

    @Test
    void a_disposed_client_leaves_no_thread() throws Exception {
        OkHttpClient client = HttpClients.create(ConnectionSettings.DEFAULT);
        try (RawServer server = RawServer.answering(EMPTY_OBJECT)) {
            new RestService(
                            server.address(),
                            UploadEncoding.FORM,
                            TokenSource.fixed(new AccessToken(SecretText.of("t"))),
                            client,
                            CallPolicy.DEFAULT)
                    .license();
        }
        HttpClients.dispose(client);
        assertThat(client.dispatcher().executorService().awaitTermination(20, java.util.concurrent.TimeUnit.SECONDS))
                .isTrue();
        assertThat(client.connectionPool().connectionCount()).isZero();
    }
}
