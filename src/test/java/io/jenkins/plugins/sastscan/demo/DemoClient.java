package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.HttpClients;
import io.jenkins.plugins.sastscan.service.RestService;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceAddress;
import io.jenkins.plugins.sastscan.service.TokenSource;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.Outcome;
import io.jenkins.plugins.sastscan.submission.Submission;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import okhttp3.OkHttpClient;

/** The project's own client, put together for one server. */
final class DemoClient implements AutoCloseable {
    private final ServiceAddress address;
    private final UploadEncoding encoding;
    private final OkHttpClient http = HttpClients.create(ConnectionSettings.DEFAULT);

    DemoClient(ServiceAddress address, UploadEncoding encoding) {
        this.address = address;
        this.encoding = encoding;
    }

    OkHttpClient http() {
        return http;
    }

    SastService service(TokenSource tokens) {
        return new RestService(address, encoding, tokens, http, CallPolicy.DEFAULT);
    }

    private SastService service(AccessToken token) {
        return service(TokenSource.fixed(token));
    }

    Outcome submit(SubmissionPlan plan, TokenSource tokens, Path directory, Path temporary, PrintStream out)
            throws IOException, InterruptedException {
        try (LogOnTerminal log = new LogOnTerminal(out)) {
            return new Submission(
                            service(tokens),
                            tokens,
                            new LocalArchiver(directory, temporary, "demo", ArchiveOptions.defaults()),
                            (project, archive, token, progress) ->
                                    service(token).upload(project, Path.of(archive.file()), progress),
                            log)
                    .run(plan);
        }
    }

    @Override
    public void close() {
        HttpClients.dispose(http);
    }
}
