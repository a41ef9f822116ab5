package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.Fixture;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.OAuthSettings;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of whole submissions share: real files, the real client, the embedded service. */
abstract class SubmissionTests {
    static final ProjectId PROJECT = Fixture.PROJECT;
    static final Source EVERYTHING = new Source.Files("", Selection.everything());

    @TempDir
    Path folder;

    Path workspace;
    Path temporary;
    Simulator simulator;
    SimulatedProject project;
    final List<String> heard = new ArrayList<>();
    final List<StageResult> results = new ArrayList<>();

    private Fixture fixture;

    @BeforeEach
    void aWorkspace() throws IOException {
        workspace = Files.createDirectories(folder.resolve("workspace/src")).getParent();
        temporary = folder.resolve("temporary");
        Files.writeString(workspace.resolve("src/App.java"), "class App {}\n".repeat(500));
        Files.writeString(workspace.resolve("pom.xml"), "<project/>");
        Files.createDirectories(workspace.resolve(".git"));
        Files.writeString(workspace.resolve(".git/config"), "[remote]");
        serve(Dialect.CONTRACT);
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        fixture.close();
        if (Files.exists(temporary)) {
            try (Stream<Path> left = Files.list(temporary)) {
                assertThat(left).isEmpty();
            }
        }
    }

    void serve(Dialect dialect) {
        if (fixture != null) {
            fixture.close();
        }
        fixture = new Fixture(dialect);
        simulator = fixture.simulator;
        project = fixture.project();
    }

    Submission submission(ServiceAuthentication authentication) {
        return submission(authentication, new Recording());
    }

    Submission submission(ServiceAuthentication authentication, SubmissionListener listener) {
        return submission(authentication, archiver(), listener);
    }

    LocalArchiver archiver() {
        return new LocalArchiver(workspace, temporary, "test", BodyMeter.limit(Long.MAX_VALUE, fixture.encoding()));
    }

    Submission submission(ServiceAuthentication authentication, Archiver archiver, SubmissionListener listener) {
        SastService service = service(authentication);
        return new Submission(
                service,
                archiver,
                (id, archive, progress) -> service.upload(
                        id,
                        archive.file(),
                        archive.facts().archiveBytes(),
                        archive.facts().bodyBytes(),
                        progress),
                lastUploads("job", 1),
                listener);
    }

    /** What is known of the project, read from the file again. */
    LastUploads.Target lastUploads(String job, int build) {
        return new LastUploads(folder, Clock.systemUTC())
                .of(ServiceUrl.base(simulator.baseUrl().toString(), true), PROJECT, job, build);
    }

    SastService service(ServiceAuthentication authentication) {
        return fixture.service(authentication);
    }

    AccessToken fixed() {
        return fixture.token();
    }

    OAuthSettings oauth() {
        return fixture.oauthSettings();
    }

    static SubmissionPlan everything() {
        GitPlan git = GitPlan.of(
                GitUrl.given("https://git.example.com/app.git"),
                "main",
                new GitAuthentication.UserPassword("alice", SecretText.of("hunter2")));
        return new SubmissionPlan(PROJECT, Optional.of(EVERYTHING), Optional.of(git), true, false);
    }

    static SubmissionPlan uploadOnly() {
        return new SubmissionPlan(PROJECT, Optional.of(EVERYTHING), Optional.empty(), false, false);
    }

    static SubmissionPlan onlyForceScan() {
        return new SubmissionPlan(PROJECT, Optional.empty(), Optional.empty(), true, false);
    }

    static SubmissionException failure(Submission submission, SubmissionPlan plan) {
        return catchThrowableOfType(SubmissionException.class, () -> submission.run(plan));
    }

    class Recording implements SubmissionListener {
        @Override
        public synchronized void begun(Stage stage) {
            heard.add("begun " + stage);
        }

        @Override
        public synchronized void progressed(Stage stage, long done, long total) {
            heard.add("progressed " + stage + " " + done + "/" + total);
        }

        @Override
        public synchronized void warned(String sentence) {
            heard.add("warned " + sentence);
        }

        @Override
        public synchronized void ended(Stage stage, Duration took, StageResult result) {
            assertThat(took).isPositive();
            results.add(result);
            heard.add("ended " + stage + " " + result.getClass().getSimpleName());
        }
    }
}
