package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ProxySettings;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceAuthentication;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.submission.BodyMeter;
import io.jenkins.plugins.sastscan.submission.LastUploads;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.ProjectTurns;
import io.jenkins.plugins.sastscan.submission.Submission;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.submission.Submitter;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.OptionalInt;

/** The plugin's own client, for one server and one directory. */
record DemoClient(
        ServiceUrl url,
        ServiceAuthentication authentication,
        UploadEncoding encoding,
        Path directory,
        Path temporary,
        PrintStream out) {
    SastClient connect() {
        // Users set the proxy with the usual JVM properties: JAVA_OPTS=-Dhttps.proxyHost=proxy.example.com.
        String host = System.getProperty("https.proxyHost", "");
        ProxySettings proxy = host.isBlank()
                ? ProxySettings.DIRECT
                : ProxySettings.http(
                        host,
                        Integer.getInteger("https.proxyPort", 443),
                        ProxySettings.patterns(System.getProperty("http.nonProxyHosts", "localhost|127.*|[::1]")));
        return SastClient.connect(
                url,
                authentication,
                encoding,
                new ConnectionSettings(Timeouts.DEFAULT, proxy, CallPolicy.DEFAULT),
                retry -> out.println("  " + retry.reason() + ", " + retry.plan()));
    }

    void submit(SastClient service, SubmissionPlan plan) throws IOException, InterruptedException {
        SubmissionLog log = new SubmissionLog(out::println);
        SubmissionReport report = new SubmissionReport("1", "", "", false, List.of());
        new Submission(
                        service,
                        new LocalArchiver(
                                directory,
                                new TemporaryFiles(temporary.toString(), "1"),
                                BodyMeter.limit(Long.MAX_VALUE, encoding),
                                bytes -> log.progressed(Stage.ARCHIVE, bytes, 0)),
                        (project, archive) -> {
                            long total = archive.report().archiveBytes;
                            service.upload(
                                    project,
                                    archive.forUpload(),
                                    archive.forUpload(),
                                    sent -> log.progressed(Stage.UPLOAD, sent, total));
                        },
                        new ProjectTurns(),
                        OptionalInt::empty,
                        new LastUploads(temporary, Clock.systemUTC()),
                        Submitter.of(url, plan.projectId(), "demo", 1),
                        new SubmissionRecorder(log, report, text -> text, archive -> {}))
                .run(plan);
    }
}
