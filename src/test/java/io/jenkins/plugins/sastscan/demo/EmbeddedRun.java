package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.OAuthSettings;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.QueryKey;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.OAuthClient;
import io.jenkins.plugins.sastscan.simulator.ReceivedArchive;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import io.jenkins.plugins.sastscan.submission.GitPlan;
import io.jenkins.plugins.sastscan.submission.GitUrl;
import io.jenkins.plugins.sastscan.submission.ResultMap;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.SshKeys;
import io.jenkins.plugins.sastscan.submission.SshPrivateKey;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Submits to the embedded service, all eight operations of it, and proves what arrived. */
final class EmbeddedRun {
    private static final ProjectId PROJECT = new ProjectId(42);

    private final PrintStream out;

    EmbeddedRun(PrintStream out) {
        this.out = out;
    }

    void run(DemoOptions options, Path temporary) throws IOException, InterruptedException {
        boolean field = options.dialect() == Dialect.FIELD;
        try (Simulator simulator =
                        Simulator.start(SimulatorOptions.of(options.dialect()).withStorage(temporary));
                DemoClient client = new DemoClient(
                        ServiceUrl.base(simulator.baseUrl().toString(), true),
                        field ? oauth(simulator) : new AccessToken(SecretText.of(simulator.accessToken())),
                        field ? UploadEncoding.MULTIPART : UploadEncoding.FORM)) {
            SimulatedProject project = simulator.addProject(PROJECT.value());
            out.println("Submitting " + PlainText.oneLine(options.directory().toString()) + " to project " + PROJECT
                    + " of the simulated SAST server at " + simulator.baseUrl());
            client.submit(everything(options.files()), options.directory(), temporary, out);
            out.println("Now the Git settings alone, with an SSH key:");
            client.submit(onlySshSettings(), options.directory(), temporary, out);
            reads(client.service());
            held(simulator, project);
            out.println(new ArchiveProof()
                    .prove(
                            options.directory(),
                            Selection.everything(options.files()),
                            project.lastUpload().orElseThrow().file()));
        }
    }

    private static OAuthSettings oauth(Simulator simulator) {
        OAuthClient known = simulator.oauthClient();
        return new OAuthSettings(
                ServiceUrl.token(simulator.tokenUrl().toString(), true),
                new OAuthSettings.Client(known.clientId(), SecretText.of(known.clientSecret())),
                new OAuthSettings.Password(known.userName(), SecretText.of(known.password())),
                known.scope());
    }

    private static SubmissionPlan everything(FileChoice files) {
        GitPlan git = GitPlan.of(
                GitUrl.given("https://git.example.com/team/app.git"),
                "main",
                new GitAuthentication.UserPassword("alice", SecretText.of("correct horse battery staple")));
        return new SubmissionPlan(
                PROJECT, Optional.of(new Source.Files("", Selection.everything(files))), Optional.of(git), true, false);
    }

    private static SubmissionPlan onlySshSettings() {
        GitPlan git = GitPlan.of(
                GitUrl.given("git@git.example.com:team/app.git"),
                "main",
                SshPrivateKey.only(List.of(SecretText.of(SshKeys.pem())), false));
        return new SubmissionPlan(PROJECT, Optional.empty(), Optional.of(git), false, false);
    }

    private void reads(SastService service) throws IOException, InterruptedException {
        out.println("License: " + ResultMap.of(service.license()));
        out.println("Branching status: " + ResultMap.of(service.branchingStatus(PROJECT)));
        out.println("Query: " + ResultMap.of(service.query(new QueryKey("Java", "High", "SQL_Injection"))));
        out.println("Git settings: " + ResultMap.of(service.gitSettings(PROJECT)));
    }

    private void held(Simulator simulator, SimulatedProject project) {
        ReceivedArchive archive = project.lastUpload().orElseThrow();
        out.println("The simulated SAST server received " + simulator.requests().size() + " requests:");
        out.println("  source: " + Figures.count(archive.entries(), "file") + ", " + Figures.bytes(archive.rawBytes())
                + ", in a zip of " + Figures.bytes(archive.bytes()) + ", SHA-256 " + archive.sha256());
        project.git()
                .ifPresent(git -> out.println("  Git settings: " + git.url() + " " + git.branch()
                        + (git.useSsh() ? ", over SSH" : "")
                        + (git.privateKey().isPresent() ? ", with a private key" : "")));
        out.println("  next scheduled scan: " + (project.forceScan() ? "forced" : "only if the code changed"));
    }
}
