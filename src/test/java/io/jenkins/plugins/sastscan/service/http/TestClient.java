package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.FakeClock;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Clients of servers that are not the embedded service. Their waiting takes no time, and their token is planted. */
final class TestClient implements AfterEachCallback {
    final FakeClock clock = new FakeClock();
    private final List<OkHttpClient> clients = new ArrayList<>();

    OkHttpClient http(ConnectionSettings settings) {
        OkHttpClient client = HttpClients.create(settings);
        clients.add(client);
        return client;
    }

    SastService service(ServiceUrl url) {
        return service(url, ConnectionSettings.DEFAULT);
    }

    SastService service(ServiceUrl url, ConnectionSettings settings) {
        return service(url, settings, Dns.SYSTEM);
    }

    SastService service(ServiceUrl url, ConnectionSettings settings, Dns dns) {
        OkHttpClient http = http(settings).newBuilder().dns(dns).build();
        return Fixture.service(url, UploadEncoding.FORM, settings, http, clock);
    }

    /** Waits as blocking I/O does: an interrupt does not matter. */
    static void await(CountDownLatch latch) {
        boolean over = false;
        while (!over) {
            try {
                over = latch.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                over = false;
            }
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        clients.forEach(HttpClients::dispose);
    }
}
