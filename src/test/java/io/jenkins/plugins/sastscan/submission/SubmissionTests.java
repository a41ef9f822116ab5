package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.build.git.GitPlan;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.MovableClock;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SecretText;
import io.jenkins.plugins.sastscan.client.SentFrom;
import io.jenkins.plugins.sastscan.client.ServiceAuthentication;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Real files, the real client and the simulated SAST server for tests of submissions. */
abstract class SubmissionTests {
    static final ProjectId PROJECT = Fixture.PROJECT;
    static final Source EVERYTHING = new Source.Files("", Selection.everything());
    static final GitPlan GIT = GitPlan.of(
            GitUrl.given("https://git.example.com/app.git"),
            "main",
            new GitAuthentication(GitAuthentication.Kind.USER_PASSWORD, "alice", new SecretText("hunt/er2")));
    static final SubmissionPlan WHOLE = plan(EVERYTHING, GIT, true);
    static final SubmissionPlan UPLOAD = plan(EVERYTHING, null, false);
    static final SubmissionPlan FORCE_SCAN = plan(null, null, true);

    @TempDir
    Path folder;

    Path workspace;
    Path temporary;
    Fixture fixture;
    Simulator simulator;
    SimulatedProject project;
    ServiceAuthentication authentication;
    Archiver archiver;
    /** Actions that run after a method of the archiver. The key is the name of the method. */
    final Map<String, Executable> afterwards = new HashMap<>();

    SentFrom from = SentFrom.CONTROLLER;
    LastUploads last;
    final ProjectTurns turns = new ProjectTurns();
    Supplier<OptionalInt> check = OptionalInt::empty;
    final MovableClock clock = new MovableClock();
    final List<String> heard = new ArrayList<>();
    long previousBytes;
    SubmissionReport report;
    Consumer<Stage> atBegin = stage -> {};
    Consumer<Stage> atEnd = stage -> {};

    @BeforeEach
    void createWorkspace() throws IOException {
        workspace = Files.createDirectories(folder.resolve("workspace/src")).getParent();
        temporary = folder.resolve("temporary");
        Files.writeString(workspace.resolve("src/App.java"), "class App {}\n".repeat(500));
        Files.writeString(workspace.resolve("pom.xml"), "<project/>");
        Files.createDirectories(workspace.resolve(".git"));
        Files.writeString(workspace.resolve(".git/config"), "[remote]");
        serve(Dialect.CONTRACT);
    }

    @AfterEach
    void closeFixtureAndCheckTemporaryFiles() {
        fixture.close();
        if (Files.exists(temporary)) {
            assertThat(temporary).isEmptyDirectory();
        }
    }

    void serve(Dialect dialect) {
        if (fixture != null) {
            fixture.close();
        }
        fixture = new Fixture(dialect);
        simulator = fixture.simulator;
        project = fixture.project();
        authentication = fixture.token();
        Archiver local = new LocalArchiver(
                workspace,
                new TemporaryFiles(temporary.toString(), "1"),
                BodyMeter.limit(Long.MAX_VALUE, fixture.encoding()),
                bytes -> {});
        archiver = withWhatFollows(local);
    }

    private Archiver withWhatFollows(Archiver local) {
        Class<?>[] type = {Archiver.class};
        return (Archiver) Proxy.newProxyInstance(type[0].getClassLoader(), type, (proxy, method, arguments) -> {
            try {
                Object result = method.invoke(local, arguments);
                afterwards.getOrDefault(method.getName(), () -> {}).execute();
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }

    static SubmissionPlan plan(Source upload, GitPlan git, boolean forceScan) {
        return new SubmissionPlan(
                PROJECT, Optional.ofNullable(upload), Optional.ofNullable(git), forceScan, GivenOptions.NONE);
    }

    SubmissionReport run(SubmissionPlan plan) throws IOException, InterruptedException {
        report = new SubmissionReport("1", "", "main", false, List.of());
        return continueWith(plan);
    }

    /** Runs a plan and adds to the existing {@link #report}, like a step that continues after a restart. */
    SubmissionReport continueWith(SubmissionPlan plan) throws IOException, InterruptedException {
        var service = fixture.service(authentication);
        Uploader uploader = (id, archive) -> from.upload(service, id, archive.forUpload(), sent -> {});
        // After a restart, the last uploads are read from their files.
        last = new LastUploads(folder, clock);
        try {
            Submitter submitter = Submitter.of(fixture.url(), PROJECT, "job", 1);
            new Submission(service, archiver, uploader, turns, check, last, submitter, new Recording()).run(plan);
        } finally {
            last.stop();
        }
        return report;
    }

    SubmissionException failure(SubmissionPlan plan) {
        return catchThrowableOfType(SubmissionException.class, () -> run(plan));
    }

    class Recording extends SubmissionRecorder {
        Recording() {
            super(
                    new SubmissionLog(heard::add),
                    report,
                    text -> text,
                    archive -> archive.compareWith(previousBytes, 7));
            setProject("main", fixture.url().toString(), PROJECT);
        }

        @Override
        public void begin(Stage stage) {
            heard.add("begun " + stage);
            atBegin.accept(stage);
            super.begin(stage);
        }

        @Override
        public void end(Stage stage, Duration took) {
            assertThat(took).isPositive();
            atEnd.accept(stage);
            super.end(stage, took);
            heard.add("ended " + stage);
        }
    }
}
