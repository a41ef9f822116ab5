package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.service.TestArchive;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The proxy: who goes through it, with which user, and what is said when it does not let us. */
@Timeout(60)
class ProxyTest {
    private static final String EMPTY_OBJECT = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final String BASIC = "Proxy-Authorization: Basic "
            + Base64.getEncoder().encodeToString("us\u00e4r:p\u00e4ss".getBytes(StandardCharsets.UTF_8));

    @RegisterExtension
    final TestClient client = new TestClient();

    private SastService service(String url, ProxySettings proxy) {
        return client.service(url, proxy);
    }

    private static ProxySettings anonymous(RawServer proxy, String... direct) {
        return ProxySettings.http("127.0.0.1", proxy.port(), List.of(direct));
    }

    private static ProxySettings known(RawServer proxy) {
        return ProxySettings.http("127.0.0.1", proxy.port(), List.of())
                .withUser("us\u00e4r", SecretText.of("p\u00e4ss"));
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
    void an_upload_goes_through_a_proxy_that_asks_for_no_user(SentFrom from) throws Exception {
        try (RawServer proxy = takingUploads()) {
            from.upload(
                    service("http://sast.example.org/api", anonymous(proxy)),
                    Fixture.PROJECT,
                    TestArchive.FILE,
                    ByteProgress.NONE);
            assertThat(proxy.heads()).hasSize(1);
            assertThat(proxy.heads().get(0))
                    .startsWith("POST http://sast.example.org/api/projects/7/sourceCode/attachments HTTP/1.1\r\n")
                    .contains("\r\nHost: sast.example.org\r\n")
                    .doesNotContain("Proxy-Authorization");
        }
    }

    @Test
    void plain_http_brings_the_user_along_even_for_an_upload() throws Exception {
        try (RawServer proxy = takingUploads()) {
            SentFrom.CONTROLLER.upload(
                    service("http://sast.example.org", known(proxy)),
                    Fixture.PROJECT,
                    TestArchive.FILE,
                    ByteProgress.NONE);
            assertThat(proxy.heads()).hasSize(1);
            assertThat(proxy.heads().get(0))
                    .startsWith("POST http://sast.example.org/")
                    .contains(BASIC);
        }
    }

    @Test
    void https_goes_through_a_tunnel_that_is_asked_for_with_the_user() throws Exception {
        try (RawServer proxy = RawServer.answering("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")) {
            ServiceException failure = failure(service("https://sast.example.org", known(proxy))::license);
            assertThat(proxy.heads()).hasSize(1);
            assertThat(proxy.heads().get(0))
                    .startsWith("CONNECT sast.example.org:443 HTTP/1.1\r\n")
                    .contains(BASIC)
                    .doesNotContain("PLANTED");
            assertThat(failure.reason()).isEqualTo(Reason.PROXY);
            assertThat(failure)
                    .hasMessageContaining(
                            "the proxy 127.0.0.1:" + proxy.port()
                                    + " cannot be reached or rejected the connection (Unexpected response code for CONNECT: 403).")
                    .hasMessageContaining("Check the proxy settings");
        }
    }

    @Test
    void a_proxy_that_refuses_the_user_is_not_asked_again() throws Exception {
        String no = "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
        try (RawServer proxy = RawServer.answering(no)) {
            ServiceException tunnel = failure(service("https://sast.example.org", known(proxy))::license);
            assertThat(tunnel.reason()).isEqualTo(Reason.PROXY);
            assertThat(tunnel).hasMessageNotContaining("p\u00e4ss");
            ServiceException plain =
                    failure(Reason.REFUSED, SastService::license, service("http://sast.example.org", known(proxy)));
            assertThat(plain.status()).isEqualTo(407);
            assertThat(plain).hasMessageContaining("The proxy requires a user name and a password.");
            failure(Reason.REFUSED, SastService::license, service("http://sast.example.org", anonymous(proxy)));
            failure(service("https://sast.example.org", anonymous(proxy))::license);
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
            ServiceException failure = failure(service("https://sast.example.org", anonymous(proxy))::license);
            assertThat(failure.reason()).as("beyond the proxy").isEqualTo(Reason.CONNECTION_CLOSED);
        }
    }

    @Test
    void a_proxy_of_unknown_name_is_the_proxys_trouble() {
        ServiceException failure = failure(
                service("http://sast.example.org", ProxySettings.http("proxy.invalid", 3128, List.of()))::license);
        assertThat(failure.reason()).isEqualTo(Reason.PROXY);
        assertThat(failure).hasMessageContaining("the proxy proxy.invalid:3128 cannot be reached");
    }

    @ParameterizedTest
    @CsvSource({"'other, LOCALH*', 1, 0", "ocalhost, 0, 1"})
    void hosts_that_match_a_pattern_are_reached_directly(String patterns, int direct, int proxied) throws Exception {
        try (RawServer proxy = RawServer.answering(EMPTY_OBJECT);
                RawServer server = RawServer.answering(EMPTY_OBJECT)) {
            List<String> list = ProxySettings.patterns(patterns);
            service("http://localhost:" + server.port(), ProxySettings.http("127.0.0.1", proxy.port(), list))
                    .license();
            assertThat(server.heads()).hasSize(direct);
            assertThat(proxy.heads()).hasSize(proxied);
        }
    }

    @ParameterizedTest
    @CsvSource({"build_server, '', true", "build_server, build_*, false", "UPPER_host, upper_host, false"})
    void a_host_whose_name_java_cannot_read_goes_through_the_proxy_all_the_same(
            String host, String direct, boolean proxied) throws Exception {
        try (RawServer proxy = RawServer.answering(EMPTY_OBJECT)) {
            SastService service = service(
                    "http://" + host + ":1",
                    anonymous(proxy, direct.isEmpty() ? new String[0] : new String[] {direct}));
            if (proxied) {
                service.license();
                assertThat(proxy.heads().get(0)).startsWith("GET http://" + host + ":1/");
            } else {
                assertThat(failure(service::license).reason()).isNotEqualTo(Reason.PROXY);
                assertThat(proxy.connections()).isZero();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 127.0.0.1, true",
        "127.0.0.*, 127.0.0.1, true",
        "127.0.0, 127.0.0.1, false",
        "27.0.0.1, 127.0.0.1, false",
        "127.0.0.?, 127.0.0.1, false",
        "127x0x0x1, 127.0.0.1, false",
        "BUILD*, build, true",
        "build*, BUILD, true",
        "build*, build, true",
        "*i*d*, build, true",
        "**, build, true",
        "b*i, build, false",
        "build*x, build, false",
        "'', build, false",
        "::1, ::1, true",
        "[::1], ::1, true",
        "[::*, ::1, true",
        "::1, 1.1.1.1, false",
    })
    void a_star_stands_for_any_text_and_ipv6_matches_with_brackets_and_without(
            String pattern, String host, boolean direct) {
        ProxySettings proxy = ProxySettings.http("proxy", 3128, List.of(pattern));
        assertThat(proxy.isUsedFor(host)).isEqualTo(!direct);
    }

    @Test
    void a_user_is_required_only_for_hosts_that_are_reached_through_the_proxy() {
        ProxySettings proxy = ProxySettings.http("proxy", 3128, List.of("*.example.org"));
        ProxySettings known = proxy.withUser("user", SecretText.of("p"));
        assertThat(known.requiresUserFor("a.example.com")).isTrue();
        assertThat(known.requiresUserFor("a.example.org")).isFalse();
        assertThat(proxy.requiresUserFor("a.example.com")).isFalse();
        assertThat(ProxySettings.DIRECT.isUsedFor("a.example.com")).isFalse();
    }

    @Test
    void what_a_proxy_echoes_of_its_user_is_not_shown() throws Exception {
        String page = "us\u00e4r p\u00e4ss may not: " + BASIC.replaceAll(".* ", "");
        byte[] answer = ("HTTP/1.1 407 Who\r\nContent-Length: " + page.getBytes(StandardCharsets.UTF_8).length
                        + "\r\n\r\n" + page)
                .getBytes(StandardCharsets.UTF_8);
        try (RawServer proxy = RawServer.answering(answer)) {
            assertThat(failure(Reason.REFUSED, SastService::license, service("http://sast.example.org", known(proxy))))
                    .hasMessageContaining("status 407 (**** **** may not: ****)");
        }
    }

    @Test
    void patterns_are_read_as_jenkins_keeps_them() {
        assertThat(ProxySettings.patterns(" a.example.org\n*.b|c,  d \t"))
                .containsExactly("a.example.org", "*.b", "c", "d");
        assertThat(ProxySettings.patterns(null)).isEmpty();
        assertThat(ProxySettings.patterns(" ")).isEmpty();
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
            service(server.url().toString(), ProxySettings.DIRECT).license();
            assertThat(proxy.connections()).isZero();
        } finally {
            ProxySelector.setDefault(before);
        }
    }
}
