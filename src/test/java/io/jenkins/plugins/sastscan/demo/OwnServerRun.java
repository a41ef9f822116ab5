package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;

/** Submits to a server of the user's own: upload and force scan. */
final class OwnServerRun {
    private final PrintStream out;
    private final String token;

    OwnServerRun(PrintStream out, String token) {
        this.out = out;
        this.token = token;
    }

    void run(DemoOptions options, Path temporary) throws IOException, InterruptedException {
        DemoOptions.OwnServer server = options.ownServer().orElseThrow();
        if (token == null || token.isBlank()) {
            throw new InvalidInputException("Put the server's access token into the environment variable SAST_TOKEN.");
        }
        AccessToken accessToken = new AccessToken(SecretText.of(token.strip()));
        UploadEncoding encoding = server.multipart() ? UploadEncoding.MULTIPART : UploadEncoding.FORM;
        SubmissionPlan plan = new SubmissionPlan(
                server.projectId(),
                Optional.of(new Source.Files("", Selection.everything(options.files()))),
                Optional.empty(),
                true,
                false);
        try (DemoClient client = new DemoClient(server.url(), accessToken, encoding)) {
            client.submit(plan, options.directory(), temporary, out);
        }
        out.println("Done: project " + server.projectId() + " at " + server.url() + " has the source.");
    }
}
