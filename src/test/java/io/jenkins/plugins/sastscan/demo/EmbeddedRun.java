package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.QueryKey;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
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
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.io.IOUtils;

/** Submits to the embedded service, all eight operations of it, and proves what arrived. */
final class EmbeddedRun {
    private static final ProjectId PROJECT = new ProjectId(42);

    private EmbeddedRun() {}

    static void run(DemoOptions options, Path temporary, PrintStream out) throws IOException, InterruptedException {
        boolean field = options.dialect() == Dialect.FIELD;
        try (Simulator simulator =
                Simulator.start(SimulatorOptions.of(options.dialect()).withStorage(temporary))) {
            Demo.Client client = new Demo.Client(
                    ServiceUrl.base(simulator.baseUrl().toString(), true),
                    field ? Fixture.oauthSettings(simulator) : new AccessToken(SecretText.of(simulator.accessToken())),
                    field ? UploadEncoding.MULTIPART : UploadEncoding.FORM,
                    options.directory(),
                    temporary,
                    out);
            SimulatedProject project = simulator.addProject(PROJECT.value());
            try (SastService service = client.connect()) {
                out.println(
                        "Submitting " + PlainText.oneLine(options.directory().toString()) + " to project " + PROJECT
                                + " of the embedded service at " + simulator.baseUrl());
                client.submit(service, everything(options.files()));
                out.println("Now the Git settings alone, with an SSH key:");
                client.submit(service, onlySshSettings());
                out.println("License: " + ResultMap.of(service.license()));
                out.println("Branching status: " + ResultMap.of(service.branchingStatus(PROJECT)));
                out.println("Query: " + ResultMap.of(service.query(new QueryKey("Java", "High", "SQL_Injection"))));
                out.println("Git settings: " + ResultMap.of(service.gitSettings(PROJECT)));
            }
            ReceivedArchive archive = project.lastUpload().orElseThrow();
            out.println("The embedded service received " + Figures.count(archive.entries(), "file")
                    + " in a zip of SHA-256 "
                    + archive.sha256() + (project.git().orElseThrow().useSsh() ? ", Git settings over SSH" : "")
                    + (project.forceScan() ? " and a forced scan" : "") + " in "
                    + simulator.requests().size() + " requests.");
            out.println(proof(options, archive.file()));
        }
    }

    /**
     * Holds the selected files, one by one, against the zip that was received. Both are in one order, so memory does not grow.
     *
     * @throws IOException if anything differs; the message names the first difference
     */
    private static String proof(DemoOptions options, Path archive) throws IOException, InterruptedException {
        Selection selection = Selection.everything(options.files());
        AtomicLong files = new AtomicLong();
        AtomicLong bytes = new AtomicLong();
        try (ZipInputStream zip = new ZipInputStream(new BufferedInputStream(Files.newInputStream(archive)))) {
            new DirectoryArchiver(SizeLimit.none()).list(options.directory(), selection, file -> {
                compare(file, zip);
                files.incrementAndGet();
                bytes.addAndGet(file.size());
            });
            ZipEntry more = zip.getNextEntry();
            if (more != null) {
                throw differs(more.getName());
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return "Proved: all " + Figures.count(files.get(), "file") + " (" + Figures.bytes(bytes.get())
                + ") of the archive received equal the selected ones, by name and content.";
    }

    private static void compare(SelectedFile file, ZipInputStream zip) {
        try (InputStream content = new BufferedInputStream(Files.newInputStream(file.path()))) {
            ZipEntry entry = zip.getNextEntry();
            if (entry == null || !entry.getName().equals(file.name()) || !IOUtils.contentEquals(content, zip)) {
                throw differs(file.name());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IOException differs(String name) {
        return new IOException(
                "The archive received differs from the selected files at " + PlainText.oneLine(name) + ".");
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
}
