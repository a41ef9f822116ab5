package io.jenkins.plugins.sastscan.client.http;

import static io.jenkins.plugins.sastscan.client.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulator behind nginx with a certificate of an own authority, and squid, where these are installed. */
@Timeout(120)
class InstalledServersTest {
    private static final Path NGINX = Path.of("/usr/sbin/nginx");
    private static final Path SQUID = Path.of("/usr/sbin/squid");
    private static final Path SQUID_LOGIN = Path.of("/usr/lib/squid/basic_ncsa_auth");

    @RegisterExtension
    final Fixture fixture = new Fixture();

    @TempDir
    Path directory;

    private final List<Process> servers = new ArrayList<>();
    private ServiceUrl url;
    private TrustedCertificates authority;

    @BeforeEach
    void startNginx() throws Exception {
        assumeTrue(Files.isExecutable(NGINX) && Files.isExecutable(Path.of("/usr/bin/openssl")));
        // The servers give up the rights of root.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        run("openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 60 -subj /CN=authority");
        run("openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out server.pem -days 60 -subj /CN=server"
                + " -CA ca.pem -CAkey ca.key -addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=CA:FALSE");
        authority = new TrustedCertificates(Files.readString(directory.resolve("ca.pem")));
        URI simulator = fixture.simulator.baseUrl();
        int port = freePort();
        Files.writeString(directory.resolve("nginx.conf"), """
                daemon off; pid nginx.pid; error_log stderr; events {}
                http {
                  access_log off; client_max_body_size 0; client_body_temp_path body; proxy_temp_path proxy;
                  fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                  server {
                    listen 127.0.0.1:%d ssl; ssl_certificate server.pem; ssl_certificate_key key.pem;
                    location / { proxy_pass http://127.0.0.1:%d; }
                  }
                }
                """.formatted(port, simulator.getPort()));
        start(port, NGINX.toString(), "-p", directory.toString(), "-c", "nginx.conf");
        url = ServiceUrl.base("https://127.0.0.1:" + port + simulator.getPath(), false);
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process server : servers) {
            server.destroy();
            server.waitFor();
        }
    }

    @ParameterizedTest
    @EnumSource
    void uploads_need_the_certificate_of_the_authority(SentFrom from) throws Exception {
        assertThat(failure(() -> from.upload(client(), Fixture.ARCHIVE)))
                .hasMessageContaining("is not trusted (subject CN=server, issuer CN=authority, SHA-256 ");
        fixture.certificates = authority;
        from.upload(client(), Fixture.ARCHIVE);
        assertThat(fixture.project().uploads()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"CONTROLLER, true", "PIECES, true", "CONTROLLER, false", "AGENT, false"})
    void the_user_and_password_of_squid_never_reach_the_sast_server(SentFrom from, boolean user) throws Exception {
        assumeTrue(Files.isExecutable(SQUID) && Files.isExecutable(SQUID_LOGIN));
        int port = freePort();
        String hash = run("openssl passwd -apr1 squid-password");
        Files.writeString(directory.resolve("users"), "squid-user:" + hash.strip());
        Files.writeString(directory.resolve("squid.conf"), """
                http_port 127.0.0.1:%d
                pid_filename none
                access_log none
                cache_log %s/squid.log
                cache deny all
                shutdown_lifetime 0 seconds
                coredump_dir %2$s
                %3$s
                """.formatted(
                        port,
                        directory,
                        user
                                ? "auth_param basic program " + SQUID_LOGIN + " " + directory + "/users\n"
                                        + "acl known proxy_auth REQUIRED\nhttp_access allow known\nhttp_access deny all"
                                : "http_access allow all"));
        start(
                port,
                SQUID.toString(),
                "-N",
                "-f",
                directory.resolve("squid.conf").toString());
        fixture.certificates = authority;
        fixture.proxy = user ? Fixture.proxy(port, "squid-user", "squid-password") : Fixture.proxy(port);

        client().license();
        from.upload(client(), Fixture.ARCHIVE);
        assertThat(fixture.simulator.requests())
                .hasSize(2)
                .allMatch(request -> request.header("Proxy-Authorization").isEmpty());
        if (user) {
            fixture.proxy = Fixture.proxy(port);
            assertThat(failure(client()::license)).hasMessageContaining("): the proxy ");
        }
    }

    private SastClient client() {
        return fixture.service(url, fixture.token());
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0)) {
            return any.getLocalPort();
        }
    }

    private void start(int port, String... command) throws Exception {
        servers.add(new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start());
        while (true) {
            try (Socket connected = new Socket("127.0.0.1", port)) {
                assertThat(connected.isConnected()).isTrue();
                return;
            } catch (IOException e) {
                assertThat(servers.get(servers.size() - 1).isAlive())
                        .as(Files.readString(directory.resolve("output")))
                        .isTrue();
                Thread.onSpinWait();
            }
        }
    }

    private String run(String command) throws Exception {
        Process process = new ProcessBuilder(command.split(" "))
                .directory(directory.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(process.waitFor()).as(command).isZero();
        return output;
    }
}
