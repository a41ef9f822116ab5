package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.submission.BodyMeter;
import io.jenkins.plugins.sastscan.submission.LastUploads;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.Submission;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;

/** The project's own client, put together for one server. */
final class DemoClient implements AutoCloseable {
    private final ServiceUrl url;
    private final SastService service;
    private final UploadEncoding encoding;

    DemoClient(ServiceUrl url, ServiceAuthentication authentication, UploadEncoding encoding) {
        this.url = url;
        this.encoding = encoding;
        service = SastService.connect(
                url,
                authentication,
                encoding,
                new ConnectionSettings(Timeouts.DEFAULT, proxyOfTheJvm(), CallPolicy.DEFAULT));
    }

    /** The JVM's usual properties, as in {@code JAVA_OPTS=-Dhttps.proxyHost=proxy.example.com}. */
    private static ProxySettings proxyOfTheJvm() {
        String host = System.getProperty("https.proxyHost", "");
        return host.isBlank()
                ? ProxySettings.DIRECT
                : ProxySettings.http(
                        host,
                        Integer.getInteger("https.proxyPort", 443),
                        ProxySettings.patterns(System.getProperty("http.nonProxyHosts", "localhost|127.*|[::1]")));
    }

    SastService service() {
        return service;
    }

    void submit(SubmissionPlan plan, Path directory, Path temporary, PrintStream out)
            throws IOException, InterruptedException {
        new Submission(
                        service,
                        new LocalArchiver(
                                directory,
                                new TemporaryFiles(temporary.toString(), "sast-scan", "demo", "1"),
                                BodyMeter.limit(Long.MAX_VALUE, encoding)),
                        (project, archive, progress) -> service.upload(
                                project,
                                archive.file(),
                                archive.facts().archiveBytes(),
                                archive.facts().bodyBytes(),
                                progress),
                        new LastUploads(temporary, Clock.systemUTC()).of(url, plan.projectId(), "demo", 1),
                        new SubmissionLog(out::println))
                .run(plan, Map.of());
    }

    @Override
    public void close() {
        service.close();
    }
}
