package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.archive.ArchiveProgress;
import io.jenkins.plugins.sastscan.archive.EmptySelectionException;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.input.InvalidInputException;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.HttpClients;
import io.jenkins.plugins.sastscan.service.OAuthSettings;
import io.jenkins.plugins.sastscan.service.RefusedException;
import io.jenkins.plugins.sastscan.service.RestService;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceAddress;
import io.jenkins.plugins.sastscan.service.TokenAddress;
import io.jenkins.plugins.sastscan.service.TokenSource;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.OAuthClient;
import io.jenkins.plugins.sastscan.simulator.ReceivedArchive;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole submissions: real files, the real client, the embedded service. */
class SubmissionTest {
    private static final long PROJECT = 7;
    private static final Source EVERYTHING = new Source.Files("", Selection.everything());

    @TempDir
    Path folder;

    private Path workspace;
    private Path temporary;
    private Simulator simulator;
    private SimulatedProject project;
    private final OkHttpClient http = HttpClients.create(ConnectionSettings.DEFAULT);
    private final List<String> heard = new ArrayList<>();
    private final List<StageResult> results = new ArrayList<>();

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
        simulator.close();
        HttpClients.dispose(http);
        if (Files.exists(temporary)) {
            try (Stream<Path> left = Files.list(temporary)) {
                assertThat(left).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_whole_submission_uploads_then_writes_git_settings_then_forces_the_scan(Dialect dialect) throws Exception {
        serve(dialect);
        Outcome outcome =
                submission(dialect == Dialect.FIELD ? oauth() : fixed()).run(everything());

        assertThat(simulator.requests())
                .extracting(request -> request.operation().orElseThrow())
                .filteredOn(operation -> operation != SimulatedOperation.TOKEN)
                .containsExactly(
                        SimulatedOperation.READ_GIT,
                        SimulatedOperation.UPLOAD,
                        SimulatedOperation.WRITE_GIT,
                        SimulatedOperation.READ_GIT,
                        SimulatedOperation.FORCE_SCAN);
        ReceivedArchive received = project.lastUpload().orElseThrow();
        assertThat(received.readable()).isTrue();
        assertThat(Files.readAllLines(received.manifest()))
                .extracting(line -> line.substring(line.indexOf('"')))
                .containsExactly("\"pom.xml\"", "\"src/App.java\"");
        assertThat(project.git().orElseThrow().branch()).isEqualTo("refs/heads/main");
        assertThat(project.git().orElseThrow().password()).contains("hunter2");
        assertThat(project.forceScan()).isTrue();

        assertThat(outcome.projectId()).isEqualTo(PROJECT);
        assertThat(outcome.archive().orElseThrow().files()).isEqualTo(2);
        assertThat(outcome.archive().orElseThrow().sha256()).isEqualTo(received.sha256());
        assertThat(outcome.git().orElseThrow().url()).isEqualTo("https://git.example.com/app.git");
        assertThat(outcome.git().orElseThrow().authentication()).isEqualTo("credentials");
        assertThat(outcome.git().orElseThrow().readBack().branch()).contains("refs/heads/main");
        assertThat(outcome.scanForced()).isTrue();
        assertThat(outcome.durations()).containsOnlyKeys(Stage.values());
    }

    @Test
    void a_key_is_written_with_the_operation_made_for_keys() throws Exception {
        String key = SshKeys.pem();
        GitPlan git = GitPlan.of(
                GitUrl.given("git@git.example.com:app.git"),
                "main",
                new GitCredential.SshKeys(List.of(SecretText.of(key)), false));
        submission(fixed()).run(new SubmissionPlan(PROJECT, Optional.empty(), Optional.of(git), false));
        assertThat(project.git().orElseThrow().writtenBy()).isEqualTo(SimulatedOperation.WRITE_GIT_SSH);
        assertThat(project.git().orElseThrow().privateKey()).contains(key);
    }

    @Test
    void each_act_can_be_left_out() throws Exception {
        submission(fixed()).run(new SubmissionPlan(PROJECT, Optional.of(EVERYTHING), Optional.empty(), false));
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.git()).isEmpty();
        assertThat(project.forceScan()).isFalse();

        Outcome outcome = submission(fixed()).run(onlyForceScan());
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.forceScan()).isTrue();
        assertThat(outcome.archive()).isEmpty();
        assertThat(outcome.durations()).containsOnlyKeys(Stage.ACCESS, Stage.FORCE_SCAN);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void a_plan_that_does_nothing_or_has_no_project_is_refused() {
        assertThatThrownBy(() -> new SubmissionPlan(PROJECT, Optional.empty(), Optional.empty(), false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Nothing is to be done");
        assertThatThrownBy(() -> new SubmissionPlan(0, Optional.empty(), Optional.empty(), true))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("not a positive");
    }

    @Test
    void an_upload_refused_for_its_token_is_repeated_with_a_new_one_and_the_same_archive() throws Exception {
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(401));
        submission(oauth()).run(uploadOnly());
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(simulator.requests(SimulatedOperation.UPLOAD)).hasSize(2);
        assertThat(simulator.requests(SimulatedOperation.TOKEN)).hasSize(2);
        assertThat(heard).containsOnlyOnce("begun ARCHIVE");
    }

    @Test
    void an_upload_refused_for_a_new_token_too_fails() {
        simulator.always(SimulatedOperation.UPLOAD, Fault.answer(401));
        SubmissionException failure = failure(submission(oauth()), uploadOnly());
        assertThat(failure.stage()).isEqualTo(Stage.UPLOAD);
        assertThat(failure).hasCauseInstanceOf(RefusedException.class).hasMessageContaining("401");
        assertThat(simulator.requests(SimulatedOperation.UPLOAD)).hasSize(2);
    }

    @Test
    void a_given_token_that_is_refused_ends_the_submission_before_anything_is_archived() {
        simulator.revokeTokens();
        SubmissionException failure = failure(submission(fixed()), everything());
        assertThat(failure.stage()).isEqualTo(Stage.ACCESS);
        assertThat(failure).hasMessageContaining("401").hasMessageEndingWith("Nothing was changed on the server.");
        assertThat(heard).doesNotContain("begun ARCHIVE");
        assertThat(temporary).doesNotExist();
    }

    @Test
    void a_failed_upload_ends_the_submission_and_takes_the_archive_along() {
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        SubmissionException failure = failure(submission(fixed()), everything());
        assertThat(failure.stage()).isEqualTo(Stage.UPLOAD);
        assertThat(failure).hasMessageContaining("400").hasMessageNotContaining("Done before that");
        assertThat(project.git()).isEmpty();
        assertThat(project.forceScan()).isFalse();
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void what_was_done_before_a_failure_is_said() {
        simulator.schedule(SimulatedOperation.WRITE_GIT, Fault.answer(400));
        assertThat(failure(submission(fixed()), everything())).hasMessageEndingWith(" Done before that: upload.");

        simulator.schedule(SimulatedOperation.FORCE_SCAN, Fault.answer(403));
        assertThat(failure(submission(fixed()), everything()))
                .hasMessageEndingWith(" Done before that: upload, Git settings.");
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void settings_that_read_back_differently_fail_the_submission() {
        simulator.schedule(
                SimulatedOperation.READ_GIT,
                Fault.none(),
                Fault.answer(200)
                        .withBody("application/json", "{\"url\":\"https://git.example.com/app\",\"branch\":\"dev\"}"));
        SubmissionException failure = failure(submission(fixed()), everything());
        assertThat(failure.stage()).isEqualTo(Stage.GIT_SETTINGS);
        assertThat(failure)
                .hasMessageContaining("refs/heads/main")
                .hasMessageContaining("now holds dev;")
                .hasMessageNotContaining("hunter2");
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void what_the_server_held_before_is_shown_without_its_secrets_and_on_one_line() {
        simulator.schedule(
                SimulatedOperation.READ_GIT,
                Fault.none(),
                Fault.answer(200)
                        .withJson("{\"url\":\"https://me:hunter3@git.example.com/x?t=hunter3\",\"branch\":\"a\\nb\"}"));
        assertThat(failure(submission(fixed()), everything()))
                .hasMessageContaining("now holds https://git.example.com/x a\\u000ab;")
                .hasMessageNotContaining("hunter3");
    }

    @Test
    void settings_that_cannot_be_read_back_are_said_to_be_written() {
        simulator.schedule(SimulatedOperation.READ_GIT, Fault.none(), Fault.answer(403));
        SubmissionException failure = failure(submission(fixed()), everything());
        assertThat(failure.stage()).isEqualTo(Stage.GIT_SETTINGS);
        assertThat(failure)
                .hasMessageContaining("403")
                .hasMessageContaining("The Git settings were written before that.");
        assertThat(project.gitWrites()).isEqualTo(1);
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void an_account_that_may_not_read_git_settings_can_still_upload() throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(403));
        submission(fixed()).run(uploadOnly());
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(results).contains(new StageResult.Access(false));
    }

    @Test
    void a_login_page_in_front_of_the_service_ends_the_submission_before_anything_is_archived() {
        simulator.always(SimulatedOperation.READ_GIT, Fault.loginPage());
        assertThat(failure(submission(fixed()), everything()).stage()).isEqualTo(Stage.ACCESS);
        assertThat(temporary).doesNotExist();
    }

    @Test
    void an_archive_is_gone_even_if_the_listener_fails() {
        Submission submission = submission(fixed(), new Recording() {
            @Override
            public synchronized void ended(Stage stage, Duration took, StageResult result) {
                if (stage == Stage.ARCHIVE) {
                    throw new IllegalStateException("a defect of the listener");
                }
            }
        });
        assertThatThrownBy(() -> submission.run(everything())).hasMessage("a defect of the listener");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void an_archive_that_cannot_be_removed_is_a_warning_and_no_failure() throws Exception {
        LocalArchiver local = archiver();
        Archiver stubborn = new Archiver() {
            @Override
            public PreparedArchive archive(Source source, ArchiveProgress progress)
                    throws IOException, InterruptedException {
                return local.archive(source, progress);
            }

            @Override
            public void discard(PreparedArchive archive) throws IOException {
                local.discard(archive);
                throw new AccessDeniedException(archive.file());
            }
        };
        Outcome outcome = submission(fixed(), stubborn, new Recording()).run(everything());
        assertThat(outcome.scanForced()).isTrue();
        assertThat(heard).anyMatch(line -> line.startsWith("warned The archive") && line.contains("permission denied"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"url\":\"\",\"branch\":\" \"}", "{\"url\":null}"})
    void settings_that_read_back_empty_are_no_difference(String json) throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        Outcome outcome = submission(fixed()).run(everything());
        assertThat(outcome.git().orElseThrow().readBack().url().orElse("")).isEmpty();
        assertThat(outcome.scanForced()).isTrue();
    }

    @Test
    void an_empty_selection_fails_before_anything_is_sent() {
        Source nothing = new Source.Files("", new Selection(List.of("**/*.cobol"), List.of(), true, true));
        SubmissionException failure =
                failure(submission(fixed()), new SubmissionPlan(PROJECT, Optional.of(nothing), Optional.empty(), true));
        assertThat(failure.stage()).isEqualTo(Stage.ARCHIVE);
        assertThat(failure).hasCauseInstanceOf(EmptySelectionException.class).hasMessageContaining("**/*.cobol");
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void an_interrupt_ends_a_hanging_upload_at_once_and_takes_the_archive_along() throws Exception {
        HeldFault hang = Fault.hang();
        simulator.schedule(SimulatedOperation.UPLOAD, hang);
        FutureTask<Outcome> run = new FutureTask<>(() -> submission(fixed()).run(everything()));
        Thread submitting = new Thread(run, "submitting");
        submitting.start();
        hang.awaitArrival();
        submitting.interrupt();
        submitting.join(Duration.ofSeconds(10).toMillis());
        assertThat(submitting.isAlive()).isFalse();
        assertThatThrownBy(run::get).hasCauseInstanceOf(InterruptedException.class);
        assertThat(temporary).isEmptyDirectory();
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void a_ready_archive_is_uploaded_as_it_is_and_stays() throws Exception {
        submission(fixed()).run(uploadOnly());
        Path ready = workspace.resolve("ready.zip");
        Files.copy(project.lastUpload().orElseThrow().file(), ready);
        byte[] before = Files.readAllBytes(ready);

        Outcome outcome = submission(fixed())
                .run(new SubmissionPlan(
                        PROJECT, Optional.of(new Source.ReadyArchive("ready.zip")), Optional.empty(), false));
        assertThat(project.lastUpload().orElseThrow().file()).hasBinaryContent(before);
        assertThat(outcome.archive().orElseThrow().files()).isEqualTo(2);
        assertThat(ready).hasBinaryContent(before);
    }

    @Test
    void a_listener_hears_of_each_stage_in_order() throws Exception {
        submission(fixed()).run(everything());
        assertThat(heard)
                .filteredOn(line -> !line.startsWith("progressed"))
                .containsExactly(
                        "begun ACCESS",
                        "ended ACCESS Access",
                        "begun ARCHIVE",
                        "ended ARCHIVE Archived",
                        "begun UPLOAD",
                        "ended UPLOAD Uploaded",
                        "begun GIT_SETTINGS",
                        "ended GIT_SETTINGS GitWritten",
                        "begun FORCE_SCAN",
                        "ended FORCE_SCAN ScanForced");
        assertThat(heard).anyMatch(line -> line.matches("progressed UPLOAD (\\d+)/\\1"));
    }

    private void serve(Dialect dialect) {
        if (simulator != null) {
            simulator.close();
        }
        simulator = Simulator.start(dialect);
        project = simulator.addProject(PROJECT);
    }

    private Submission submission(TokenSource tokens) {
        return submission(tokens, new Recording());
    }

    private Submission submission(TokenSource tokens, SubmissionListener listener) {
        return submission(tokens, archiver(), listener);
    }

    private LocalArchiver archiver() {
        return new LocalArchiver(workspace, temporary, "test", ArchiveOptions.defaults());
    }

    private Submission submission(TokenSource tokens, Archiver archiver, SubmissionListener listener) {
        return new Submission(
                service(tokens),
                tokens,
                archiver,
                (id, archive, token, progress) ->
                        service(TokenSource.fixed(token)).upload(id, Path.of(archive.file()), progress),
                listener);
    }

    private SastService service(TokenSource tokens) {
        boolean field = simulator.baseUrl().getPath().length() > 1;
        return new RestService(
                ServiceAddress.parse(simulator.baseUrl().toString(), true),
                field ? UploadEncoding.MULTIPART : UploadEncoding.FORM,
                tokens,
                http,
                CallPolicy.DEFAULT);
    }

    private TokenSource fixed() {
        return TokenSource.fixed(new AccessToken(SecretText.of(simulator.accessToken())));
    }

    private TokenSource oauth() {
        OAuthClient client = simulator.oauthClient();
        return TokenSource.oauth(
                new OAuthSettings(
                        TokenAddress.parse(simulator.tokenUrl().toString(), true),
                        new OAuthSettings.Client(client.clientId(), SecretText.of(client.clientSecret())),
                        new OAuthSettings.ClientCredentials(),
                        client.scope()),
                http,
                CallPolicy.DEFAULT);
    }

    private static SubmissionPlan everything() {
        GitPlan git = GitPlan.of(
                GitUrl.given("https://git.example.com/app.git"),
                "main",
                new GitCredential.UserPassword("alice", SecretText.of("hunter2")));
        return new SubmissionPlan(PROJECT, Optional.of(EVERYTHING), Optional.of(git), true);
    }

    private static SubmissionPlan uploadOnly() {
        return new SubmissionPlan(PROJECT, Optional.of(EVERYTHING), Optional.empty(), false);
    }

    private static SubmissionPlan onlyForceScan() {
        return new SubmissionPlan(PROJECT, Optional.empty(), Optional.empty(), true);
    }

    private static SubmissionException failure(Submission submission, SubmissionPlan plan) {
        return catchThrowableOfType(SubmissionException.class, () -> submission.run(plan));
    }

    private class Recording implements SubmissionListener {
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
