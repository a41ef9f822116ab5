package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.ReceivedArchive;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole submissions that go well. */
class SubmissionTest extends SubmissionTests {
    @ParameterizedTest
    @EnumSource
    void a_whole_submission_uploads_then_writes_git_settings_then_forces_the_scan(Dialect dialect) throws Exception {
        serve(dialect);
        SubmissionResult outcome =
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
        try (ZipFile zip = new ZipFile(received.file().toFile())) {
            assertThat(zip.stream()).extracting(ZipEntry::getName).containsExactly("pom.xml", "src/App.java");
        }
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
                SshPrivateKey.only(List.of(SecretText.of(key)), false));
        submission(fixed()).run(new SubmissionPlan(PROJECT, Optional.empty(), Optional.of(git), false, false));
        assertThat(project.git().orElseThrow().writtenBy()).isEqualTo(SimulatedOperation.WRITE_GIT_SSH);
        assertThat(project.git().orElseThrow().privateKey()).contains(key);
    }

    @Test
    void each_act_can_be_left_out() throws Exception {
        submission(fixed()).run(new SubmissionPlan(PROJECT, Optional.of(EVERYTHING), Optional.empty(), false, false));
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.git()).isEmpty();
        assertThat(project.forceScan()).isFalse();

        SubmissionResult outcome = submission(fixed()).run(onlyForceScan());
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.forceScan()).isTrue();
        assertThat(outcome.archive()).isEmpty();
        assertThat(outcome.durations()).containsOnlyKeys(Stage.ACCESS, Stage.FORCE_SCAN);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void a_plan_that_does_nothing_is_refused() {
        assertThatThrownBy(() -> new SubmissionPlan(PROJECT, Optional.empty(), Optional.empty(), false, false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Nothing to do");
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
    void an_account_that_may_not_read_git_settings_can_still_upload() throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(403));
        submission(fixed()).run(uploadOnly());
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(results).contains(new StageResult.Access(false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"url\":\"\",\"branch\":\" \"}", "{\"url\":null}"})
    void settings_that_read_back_empty_are_no_difference(String json) throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        SubmissionResult outcome = submission(fixed()).run(everything());
        assertThat(outcome.git().orElseThrow().readBack().url().orElse("")).isEmpty();
        assertThat(outcome.scanForced()).isTrue();
    }

    @Test
    void a_secret_that_the_server_tells_as_part_of_the_settings_is_masked() throws Exception {
        simulator.always(
                SimulatedOperation.READ_GIT,
                Fault.answer(200)
                        .withJson("{\"url\":\"https://git.example.com/app\",\"branch\":\"refs/heads/main\","
                                + "\"link\":{\"uri\":\"/git?password=hunt%2Fer2\"}}"));
        GitPlan git = GitPlan.of(
                GitUrl.given("https://git.example.com/app"),
                "main",
                new GitAuthentication.UserPassword("alice", SecretText.of("hunt/er2")));

        SubmissionResult outcome =
                submission(fixed()).run(new SubmissionPlan(PROJECT, Optional.empty(), Optional.of(git), false, false));

        assertThat(ResultMap.of(outcome, Map.of()).toString())
                .contains("password=****")
                .doesNotContain("er2");
    }

    @Test
    void a_ready_archive_is_uploaded_as_it_is_and_stays() throws Exception {
        submission(fixed()).run(uploadOnly());
        Path ready = workspace.resolve("ready.zip");
        Files.copy(project.lastUpload().orElseThrow().file(), ready);
        byte[] before = Files.readAllBytes(ready);

        SubmissionResult outcome = submission(fixed())
                .run(new SubmissionPlan(
                        PROJECT, Optional.of(new Source.ReadyArchive("ready.zip")), Optional.empty(), false, false));
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
        ArchiveFacts facts = ((StageResult.Archived) results.get(1)).facts();
        assertThat(results).contains(new StageResult.Uploaded(facts.archiveBytes(), facts.bodyBytes()));
        assertThat(heard).anyMatch(line -> line.matches("progressed UPLOAD (\\d+)/\\1"));
    }
}
