package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.git.GitDefaults.GitPlan;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.build.git.SshKeys;
import io.jenkins.plugins.sastscan.build.git.SshPrivateKey;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.report.DryRunLog;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.commons.io.FileUtils;

/** Submits a directory without Jenkins. For usage, see {@code bin/demo --help}. */
public final class Demo {
    /** Long enough to stop Jenkins, which is part of the cleanup with {@code --jenkins}. */
    private static final Duration CLEANUP_LIMIT = Duration.ofMinutes(1);

    private static final ProjectId PROJECT = new ProjectId(42);

    private Demo() {}

    interface Run {
        /** @param temporary an empty folder, which is deleted after the run */
        void run(DemoOptions options, Path temporary, PrintStream out) throws IOException, InterruptedException;
    }

    public static void main(String... arguments) {
        main(Demo::submit, arguments);
    }

    /** Exits with the status of the run. After Ctrl-C, interrupts the run and waits for its cleanup. */
    static void main(Run run, String... arguments) {
        Thread work = Thread.currentThread();
        Thread onInterrupt = new Thread(() -> {
            work.interrupt();
            try {
                work.join(CLEANUP_LIMIT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        int status = run(run, System.out, System.err, arguments);
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
        } catch (IllegalStateException e) {
            // A signal is already ending the process, and sets the exit status.
            return;
        }
        System.exit(status);
    }

    /** Returns the exit status. */
    static int run(Run run, PrintStream out, PrintStream err, String... arguments) {
        DemoOptions options;
        try {
            options = DemoOptions.parse(arguments);
        } catch (InvalidInputException e) {
            err.println(PlainText.oneLine(e.getMessage()) + " See bin/demo --help.");
            return 2;
        }
        try {
            Path temporary = Files.createTempDirectory("sast-scan-demo").toRealPath();
            try {
                refuseInside(options.directory(), temporary);
                run.run(options, temporary, out);
            } finally {
                FileUtils.deleteDirectory(temporary.toFile());
            }
            return 0;
        } catch (InterruptedException e) {
            err.println("Interrupted. All files of the demo are deleted.");
            return 130;
        } catch (IOException | InvalidInputException e) {
            err.println(PlainText.oneLine(e.getMessage(), Integer.MAX_VALUE));
            return 1;
        }
    }

    private static void refuseInside(Path directory, Path temporary) throws IOException {
        if (Files.exists(directory) && temporary.startsWith(directory.toRealPath())) {
            throw new InvalidInputException(
                    "The directory contains the folder for temporary files, which the demo fills."
                            + " Choose another directory, or set another folder with JAVA_OPTS=-Djava.io.tmpdir=...");
        }
    }

    static void submit(DemoOptions options, Path temporary, PrintStream out) throws IOException, InterruptedException {
        if (options.dryRun()) {
            list(options, out);
        } else {
            submitToSimulator(options, temporary, out);
        }
    }

    private static void list(DemoOptions options, PrintStream out) throws IOException, InterruptedException {
        DryRunLog listing = new DryRunLog(new SubmissionLog(out::println));
        archiver(options.directory()).list(options.directory(), selection(options), listing::add, listing::end);
    }

    /** Calls all eight operations, and compares the received files with the sources. */
    private static void submitToSimulator(DemoOptions options, Path temporary, PrintStream out)
            throws IOException, InterruptedException {
        boolean field = options.dialect() == Dialect.FIELD;
        try (Simulator simulator =
                Simulator.start(SimulatorOptions.of(options.dialect()).withStorage(temporary))) {
            DemoClient client = new DemoClient(
                    ServiceUrl.base(simulator.baseUrl().toString(), true),
                    field ? Fixture.oauthSettings(simulator) : new AccessToken(simulator.accessToken()),
                    field ? UploadEncoding.MULTIPART : UploadEncoding.FORM,
                    options.directory(),
                    temporary,
                    out);
            var project = simulator.addProject(PROJECT.value());
            SastClient service = client.connect();
            out.println("Submitting " + PlainText.oneLine(options.directory().toString()) + " to project " + PROJECT
                    + " of the simulated SAST server at " + simulator.baseUrl());
            client.submit(
                    service,
                    PROJECT,
                    Optional.of(new Source.Files("", selection(options), false)),
                    Optional.of(settings()),
                    true);
            out.println("Now the Git settings alone, with an SSH key:");
            client.submit(service, PROJECT, Optional.empty(), Optional.of(sshSettings()), false);
            out.println("License: " + service.license().toMap());
            out.println("Branching status: " + service.branchingStatus(PROJECT).toMap());
            out.println(
                    "Query: " + service.query("Java", "High", "SQL_Injection").toMap());
            out.println("Git settings: "
                    + service.gitSettings(PROJECT, SecretMask.NONE).toMap());
            var archive = project.lastUpload().orElseThrow();
            out.println("The simulated SAST server received a zip of SHA-256 " + archive.sha256()
                    + (project.git().orElseThrow().useSsh() ? ", Git settings over SSH" : "")
                    + (project.forceScan() ? " and a forced scan" : "") + " in "
                    + simulator.requests().size() + " requests.");
            out.println(proof(options, archive.file()));
        }
    }

    /** Compares the selected files with the received files, by digests of names and contents. */
    private static String proof(DemoOptions options, Path archive) throws IOException, InterruptedException {
        var received = ReadyArchive.inspect(archive, new SizeLimit(Long.MAX_VALUE, false), bytes -> {}, file -> {});
        var contents = received.contents();
        Selection selection = selection(options);
        Path again = archive.resolveSibling("again.zip");
        var selected = archiver(options.directory()).archive(options.directory(), selection, again, false, bytes -> {});
        Files.delete(again);
        if (!received.contentDigest().equals(selected.contentDigest())) {
            throw new IOException("The received archive differs from the selected files.");
        }
        return "Verified: all " + Figures.count(contents.files(), "file") + " (" + Figures.bytes(contents.bytes())
                + ") in the received archive equal the selected files, by name and content.";
    }

    private static Selection selection(DemoOptions options) {
        return new Selection(List.of(), List.of(), true, true, options.files(), Selection.GIT, List.of());
    }

    private static DirectoryArchiver archiver(Path workspace) {
        Boundary boundary = new Boundary(workspace.toString(), List.of(), "@");
        return new DirectoryArchiver(new SizeLimit(Long.MAX_VALUE, false), boundary);
    }

    private static GitPlan settings() {
        return plan(
                GitUrl.given("https://git.example.com/team/app.git"),
                "refs/heads/main",
                new GitAuthentication(
                        GitAuthentication.Kind.USER_PASSWORD,
                        "alice",
                        new SecretText("correct horse battery staple"),
                        false));
    }

    private static GitPlan sshSettings() {
        return plan(
                GitUrl.given("git@git.example.com:team/app.git"),
                "refs/heads/main",
                SshPrivateKey.only(List.of(new SecretText(SshKeys.pem())), false));
    }

    private static GitPlan plan(GitUrl url, String ref, GitAuthentication authentication) {
        return new GitPlan(new SastClient.GitRemote(url.text(), ref), authentication);
    }
}
