package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.jenkins.plugins.sastscan.client.ClientCall;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.TestCertificates;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class ProxyTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    private static final String EMPTY_OBJECT = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final String BASIC = "Proxy-Authorization: Basic "
            + Base64.getEncoder().encodeToString("us\u00e4r:p\u00e4ss".getBytes(StandardCharsets.UTF_8));

    private SastClient client(String url, ProxySettings proxy) {
        fixture.proxy = proxy;
        return fixture.service(ServiceUrl.base(url, true));
    }

    private static ProxySettings anonymous(RawServer proxy, String... direct) {
        return new ProxySettings("127.0.0.1", proxy.port(), List.of(direct)::contains, Optional.empty());
    }

    private static ProxySettings proxyWithUser(RawServer proxy) {
        return Fixture.proxy(proxy.port(), "us\u00e4r", "p\u00e4ss");
    }

    private ServiceException failureOf(String scheme, ProxySettings proxy) {
        return failure(client(scheme + "://sast.example.org", proxy)::license);
    }

    @ParameterizedTest
    @CsvSource({"CONTROLLER, false", "AGENT, false", "PIECES, false", "CONTROLLER, true", "PIECES, true"})
    void a_plain_http_upload_sends_proxy_credentials_only_if_they_are_set(SentFrom from, boolean user)
            throws Exception {
        try (RawServer proxy = RawServer.answering("HTTP/1.1 204 No Content\r\n\r\n")) {
            from.upload(
                    client("http://sast.example.org/api", user ? proxyWithUser(proxy) : anonymous(proxy)),
                    Fixture.ARCHIVE);
            String head = String.join("", proxy.heads());
            assertThat(head)
                    .startsWith("POST http://sast.example.org/api/projects/7/sourceCode/attachments HTTP/1.1\r\n")
                    .contains("\r\nHost: sast.example.org\r\n");
            assertThat(head.contains(BASIC)).isEqualTo(user);
            assertThat(head.contains("Proxy-Authorization")).isEqualTo(user);
        }
    }

    @Test
    void an_https_call_sends_the_proxy_credentials_with_its_first_tunnel_request() throws Exception {
        try (RawServer proxy = RawServer.answering("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")) {
            assertThat(failureOf("https", proxyWithUser(proxy)))
                    .hasMessageContaining(
                            "): the proxy 127.0.0.1:" + proxy.port() + " cannot be reached or rejected the"
                                    + " connection (Unexpected response code for CONNECT: 403). Check the proxy settings");
            assertThat(proxy.heads())
                    .singleElement(STRING)
                    .startsWith("CONNECT sast.example.org:443 HTTP/1.1\r\n")
                    .contains(BASIC)
                    .doesNotContain("PLANTED");
        }
    }

    @Test
    void a_call_is_not_retried_if_the_proxy_rejects_the_user() throws Exception {
        String no = "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n";
        try (RawServer proxy = RawServer.answering(no)) {
            for (ProxySettings settings : List.of(proxyWithUser(proxy), anonymous(proxy))) {
                assertThat(failureOf("http", settings))
                        .hasMessageContaining("): status 407. The proxy requires a user name and a password.");
            }
            assertThat(proxy.heads()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"CONTROLLER", "PIECES"})
    void a_server_that_answers_407_within_the_tunnel_does_not_receive_the_proxy_credentials(SentFrom from)
            throws Exception {
        TestCertificates certificates = TestCertificates.signed("ip:127.0.0.1");
        SimulatorOptions options = SimulatorOptions.of(Dialect.CONTRACT).withTls(certificates.server());
        try (ForwardProxy proxy = ForwardProxy.start("user", "pass");
                Fixture origin = new Fixture(options)) {
            Fault asksForUser = Fault.answer(407).withHeader("Proxy-Authenticate", "Basic realm=\"proxy\"");
            origin.simulator.always(SimulatedOperation.LICENSE, asksForUser);
            origin.simulator.always(SimulatedOperation.UPLOAD, asksForUser);
            origin.certificates = certificates.pem(true);
            origin.proxy = Fixture.proxy(proxy.port(), "user", "pass");
            for (SimulatedOperation operation : List.of(SimulatedOperation.LICENSE, SimulatedOperation.UPLOAD)) {
                assertThat(failure(ClientCall.of(operation, from), origin.service()))
                        .hasMessageContaining("): status 407");
            }
            assertThat(origin.simulator.requests())
                    .hasSize(2)
                    .noneMatch(request -> request.header("Proxy-Authorization").isPresent());
            assertThat(proxy.forwarded()).allMatch(request -> request.startsWith("CONNECT "));
        }
    }

    @Test
    void a_failure_within_a_tunnel_is_not_reported_as_a_proxy_failure() throws Exception {
        try (RawServer proxy = new RawServer((server, socket) -> {
            server.readHead(socket);
            socket.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(US_ASCII));
            socket.getInputStream().read();
        })) {
            assertThat(failureOf("https", anonymous(proxy)))
                    .hasMessageContaining("): the connection ended during the TLS handshake");
        }
    }

    @ParameterizedTest
    @CsvSource({"build_server, '', true", "build_server, build_server, false"})
    void calls_to_an_invalid_host_name_use_the_proxy_unless_the_name_is_excluded(
            String host, String direct, boolean proxied) throws Exception {
        try (RawServer proxy = RawServer.answering(EMPTY_OBJECT)) {
            fixture.dns = name -> {
                throw new UnknownHostException(name);
            };
            SastClient client = client("http://" + host + ":1", anonymous(proxy, direct));
            if (proxied) {
                client.license();
                assertThat(proxy.heads().get(0)).startsWith("GET http://" + host + ":1/");
            } else {
                assertThat(failure(client::license)).hasMessageContaining(" is unknown. Check the URL");
                assertThat(proxy.connections()).isZero();
            }
        }
    }

    @Test
    void the_default_proxy_of_the_jvm_is_ignored() throws Exception {
        ProxySelector before = ProxySelector.getDefault();
        try (RawServer proxy = RawServer.answering(EMPTY_OBJECT);
                RawServer server = RawServer.answering(EMPTY_OBJECT)) {
            ProxySelector.setDefault(ProxySelector.of(new InetSocketAddress("127.0.0.1", proxy.port())));
            client(server.url().toString(), ProxySettings.DIRECT).license();
            assertThat(proxy.connections()).isZero();
        } finally {
            ProxySelector.setDefault(before);
        }
    }
}
