package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.service.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.HttpClients;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.RestService;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceAddress;
import io.jenkins.plugins.sastscan.service.TokenSource;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.submission.BodyMeter;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.Submission;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import okhttp3.OkHttpClient;

/** The project's own client, put together for one server. */
final class DemoClient implements AutoCloseable {
    private final ServiceAddress address;
    private final UploadEncoding encoding;
    private final OkHttpClient http;

    DemoClient(ServiceAddress address, UploadEncoding encoding) {
        this.address = address;
        this.encoding = encoding;
        http = HttpClients.create(ConnectionSettings.DEFAULT.withProxy(proxyOfTheJvm()));
    }

    /** The JVM's usual properties, as in {@code JAVA_OPTS=-Dhttps.proxyHost=proxy.example.com}. */
    private static ProxySettings proxyOfTheJvm() {
        String host = System.getProperty("https.proxyHost", "");
        return host.isBlank()
                ? ProxySettings.DIRECT
                : new ProxySettings.Http(
                        host,
                        Integer.getInteger("https.proxyPort", 443),
                        ProxySettings.Http.patterns(System.getProperty("http.nonProxyHosts", "localhost|127.*|[::1]")));
    }

    OkHttpClient http() {
        return http;
    }

    SastService service(TokenSource tokens) {
        return new RestService(address, encoding, tokens, http, CallPolicy.DEFAULT);
    }

    SubmissionResult submit(SubmissionPlan plan, TokenSource tokens, Path directory, Path temporary, PrintStream out)
            throws IOException, InterruptedException {
        try (LogOnTerminal log = new LogOnTerminal(out)) {
            SastService service = service(tokens);
            return new Submission(
                            service,
                            new LocalArchiver(directory, temporary, "demo", BodyMeter.limit(Long.MAX_VALUE, encoding)),
                            (project, archive, progress) -> service.upload(
                                    project,
                                    archive.file(),
                                    archive.facts().archiveBytes(),
                                    archive.facts().bodyBytes(),
                                    progress),
                            log)
                    .run(plan);
        }
    }

    @Override
    public void close() {
        HttpClients.dispose(http);
    }
}
