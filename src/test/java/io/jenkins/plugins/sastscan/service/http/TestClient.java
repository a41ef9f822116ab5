package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.FakeClock;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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

    SastService service(String url, ProxySettings proxy) {
        return service(ServiceUrl.base(url, true), Fixture.settings(proxy));
    }

    SastService service(ServiceUrl url, ConnectionSettings settings) {
        return service(url, UploadEncoding.FORM, new Caller(http(settings), settings, clock));
    }

    /** With a client that is made differently. */
    SastService service(ServiceUrl url, Function<OkHttpClient.Builder, OkHttpClient.Builder> change) {
        OkHttpClient changed =
                change.apply(http(ConnectionSettings.DEFAULT).newBuilder()).build();
        return service(url, UploadEncoding.FORM, new Caller(changed, ConnectionSettings.DEFAULT, clock));
    }

    static SastService service(ServiceUrl url, UploadEncoding encoding, Caller caller) {
        return Fixture.service(url, Fixture.TOKEN, encoding, caller);
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
