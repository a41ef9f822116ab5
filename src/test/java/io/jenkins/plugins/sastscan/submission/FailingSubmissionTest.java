package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole submissions that end before their end: what is said, what was done, and that nothing is left. */
class FailingSubmissionTest extends SubmissionTests {
    @Test
    void an_upload_refused_for_a_new_token_too_fails() {
        simulator.always(SimulatedOperation.UPLOAD, Fault.answer(401));
        SubmissionException failure = failure(submission(oauth()), uploadOnly());
        assertThat(failure.stage()).isEqualTo(Stage.UPLOAD);
        assertThat(failure).hasCauseInstanceOf(ServiceException.class).hasMessageContaining("401");
        assertThat(simulator.requests(SimulatedOperation.UPLOAD)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 404, 200})
    void a_refused_token_an_unknown_project_and_a_login_page_end_it_before_anything_is_archived(int status) {
        simulator.always(SimulatedOperation.READ_GIT, status == 200 ? Fault.loginPage() : Fault.answer(status));
        SubmissionException failure = failure(submission(fixed()), everything());
        assertThat(failure.stage()).isEqualTo(Stage.ACCESS);
        assertThat(failure)
                .hasMessageStartingWith("Checking access ")
                .hasMessageContaining("" + status)
                .hasMessageEndingWith("Nothing was changed on the SAST server.");
        assertThat(heard).doesNotContain("begun ARCHIVE");
        assertThat(temporary).doesNotExist();
    }

    @Test
    void a_failed_upload_ends_the_submission_and_takes_the_archive_along() {
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        SubmissionException failure = failure(submission(fixed()), everything());
        assertThat(failure.stage()).isEqualTo(Stage.UPLOAD);
        assertThat(failure).hasMessageContaining("400").hasMessageNotContaining("Already done");
        assertThat(project.git()).isEmpty();
        assertThat(project.forceScan()).isFalse();
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void what_was_done_before_a_failure_is_said() {
        simulator.schedule(SimulatedOperation.WRITE_GIT, Fault.answer(400));
        assertThat(failure(submission(fixed()), everything())).hasMessageEndingWith(" Already done: upload.");

        simulator.schedule(SimulatedOperation.FORCE_SCAN, Fault.answer(403));
        assertThat(failure(submission(fixed()), everything()))
                .hasMessageEndingWith(" Already done: upload, Git settings.");
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void what_was_done_before_a_restart_is_said_even_if_the_rest_fails_at_once() {
        simulator.schedule(SimulatedOperation.READ_GIT, Fault.answer(401));

        assertThatThrownBy(() -> submission(fixed()).run(onlyForceScan(), Set.of(Stage.ARCHIVE, Stage.UPLOAD)))
                .hasMessageContaining("401")
                .hasMessageEndingWith(" Already done: upload.");
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
                .hasMessageContaining("returns dev.")
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
                .hasMessageContaining("returns https://git.example.com/x a\\u000ab.")
                .hasMessageNotContaining("hunter3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://alice:hunt/er2@git.example.com/app.git",
                "https://git.example.com/hunt%2Fer2/app.git",
                "hunt/er2"
            })
    void a_secret_that_was_written_is_not_shown_if_the_server_makes_it_part_of_the_url_or_branch(String told) {
        simulator.always(
                SimulatedOperation.READ_GIT,
                Fault.answer(200).withJson("{\"url\":\"" + told + "\",\"branch\":\"" + told + "\"}"));
        GitPlan git = GitPlan.of(
                GitUrl.given("https://git.example.com/app.git"),
                "main",
                new GitAuthentication.UserPassword("alice", SecretText.of("hunt/er2")));

        assertThat(failure(
                        submission(fixed()),
                        new SubmissionPlan(PROJECT, Optional.empty(), Optional.of(git), false, false)))
                .hasMessageContaining("but returns ")
                .hasMessageContaining("****")
                .hasMessageNotContaining("er2");
    }

    @Test
    void settings_that_cannot_be_read_back_are_said_to_be_written() {
        simulator.schedule(SimulatedOperation.READ_GIT, Fault.none(), Fault.answer(403));
        SubmissionException failure = failure(submission(fixed()), everything());
        assertThat(failure.stage()).isEqualTo(Stage.GIT_SETTINGS);
        assertThat(failure).hasMessageContaining("403").hasMessageContaining("The Git settings were already written.");
        assertThat(project.gitWrites()).isEqualTo(1);
        assertThat(project.forceScan()).isFalse();
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
            public PreparedArchive archive(Source source, LongConsumer progress)
                    throws IOException, InterruptedException {
                return local.archive(source, progress);
            }

            @Override
            public String digest(Source.Files source, LongConsumer progress) throws IOException, InterruptedException {
                return local.digest(source, progress);
            }

            @Override
            public void discard(PreparedArchive archive) throws IOException {
                local.discard(archive);
                throw new AccessDeniedException(archive.file());
            }
        };
        SubmissionResult outcome =
                submission(fixed(), stubborn, new Recording()).run(everything());
        assertThat(outcome.scanForced()).isTrue();
        assertThat(heard).anyMatch(line -> line.startsWith("warned The archive") && line.contains("permission denied"));
    }

    @Test
    void an_empty_selection_fails_before_anything_is_sent() {
        Source nothing = new Source.Files("", new Selection(List.of("**/*.cobol"), List.of(), true, true));
        SubmissionException failure = failure(
                submission(fixed()), new SubmissionPlan(PROJECT, Optional.of(nothing), Optional.empty(), true, false));
        assertThat(failure.stage()).isEqualTo(Stage.ARCHIVE);
        assertThat(failure).hasCauseInstanceOf(ArchiveException.class).hasMessageContaining("**/*.cobol");
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void an_interrupt_ends_a_hanging_upload_at_once_and_takes_the_archive_along() throws Exception {
        HeldFault hang = Fault.hang();
        simulator.schedule(SimulatedOperation.UPLOAD, hang);
        FutureTask<SubmissionResult> run =
                new FutureTask<>(() -> submission(fixed()).run(everything()));
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
}
