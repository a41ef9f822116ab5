package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.archive.TemporaryFiles;
import io.jenkins.plugins.sastscan.build.git.GitDefaults.GitPlan;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The plugin's own client, for one server and one directory. */
record DemoClient(
        ServiceUrl url,
        Authentication authentication,
        UploadEncoding encoding,
        Path directory,
        Path temporary,
        PrintStream out) {
    SastClient connect() {
        return SastClient.connect(
                url,
                authentication,
                Fixture.settings(encoding),
                retry -> out.println("  " + retry.reason() + ", " + retry.plan()));
    }

    void submit(
            SastClient service,
            ProjectId project,
            Optional<Source.Files> source,
            Optional<GitPlan> git,
            boolean forceScan)
            throws IOException, InterruptedException {
        SubmissionReport report = new SubmissionReport("1", "", "", false, List.of());
        SubmissionLog log = new SubmissionLog(out::println);
        SubmissionRecorder recorder = new SubmissionRecorder(log, report, text -> text, () -> {});
        stage(recorder, Stage.ACCESS, () -> report.tokenAccepted = service.checkAccess(project));
        if (source.isPresent()) {
            Path zip = TemporaryFiles.create(temporary);
            stage(recorder, Stage.ARCHIVE, () -> recorder.archived(archive(source.get(), zip, log)));
            ArchiveReport archive = report.getArchive();
            var upload = new Upload.Archive(zip.toString(), archive.archiveBytes, archive.encodedBytes, archive.sha256);
            stage(
                    recorder,
                    Stage.UPLOAD,
                    () -> service.upload(project, upload, new Upload.Content(upload::open, sent -> {})));
            TemporaryFiles.delete(zip);
        }
        if (git.isPresent()) {
            stage(recorder, Stage.GIT_SETTINGS, () -> {
                service.writeGitSettings(project, git.get().remote(), git.get().authentication());
                recorder.wroteGit(
                        git.get().remote(),
                        git.get().authentication().kind().method,
                        git.get().readBack(service, project));
            });
        }
        if (forceScan) {
            stage(recorder, Stage.FORCE_SCAN, () -> service.forceScan(project));
        }
    }

    private ArchiveReport archive(Source.Files source, Path zip, SubmissionLog log)
            throws IOException, InterruptedException {
        Boundary boundary = new Boundary(directory.toString(), List.of(), "@");
        return new ArchiveReport(new DirectoryArchiver(
                        SizeLimit.ofBody(Long.MAX_VALUE, encoding == UploadEncoding.FORM), boundary)
                .archive(directory, source.selection(), zip, false, bytes -> log.progressed(Stage.ARCHIVE, bytes, 0)));
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void stage(SubmissionRecorder recorder, Stage stage, Work work)
            throws IOException, InterruptedException {
        recorder.begin(stage);
        work.run();
        recorder.end(stage, Duration.ZERO);
    }
}
