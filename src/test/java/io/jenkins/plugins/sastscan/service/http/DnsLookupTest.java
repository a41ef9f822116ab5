package io.jenkins.plugins.sastscan.service.http;

import static io.jenkins.plugins.sastscan.service.Fixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.Reason;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(60)
class DnsLookupTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    @Test
    void each_attempt_starts_with_the_next_address_of_the_host() throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")) {
            // The server listens only on the second address.
            List<InetAddress> addresses = new ArrayList<>();
            for (int last : new int[] {2, 1, 3, 4, 5}) {
                addresses.add(InetAddress.getByName("127.0.0." + last));
            }
            ServiceUrl url = ServiceUrl.base("http://sast.example.org:" + server.port(), true);
            fixture.service(url, ConnectionSettings.DEFAULT, name -> addresses).license();
            assertThat(server.heads()).hasSize(1);
            assertThat(fixture.clock.sleeps()).hasSize(1);
        }
    }

    @Test
    void the_time_limit_ends_a_call_during_a_dns_lookup() {
        CountDownLatch release = new CountDownLatch(1);
        ServiceUrl url = ServiceUrl.base("https://sast.example.org", false);
        SastService service = fixture.service(url, Fixture.limited(Duration.ofMillis(100)), name -> {
            Fixture.await(release);
            throw new UnknownHostException(name);
        });
        failure(Reason.TIME_LIMIT, service::license);
        release.countDown();
    }
}
