package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** Whole submissions that upload only what has changed. */
class SkipUnchangedTest extends SubmissionTests {
    @Test
    void what_was_uploaded_last_is_not_uploaded_again_and_the_rest_is_done_as_asked() throws Exception {
        SubmissionResult first = skipping(true);
        SubmissionResult second = skipping(true);

        assertThat(first.unchanged()).isFalse();
        assertThat(first.archive()).isPresent();
        assertThat(second.unchanged()).isTrue();
        assertThat(second.archive()).isEmpty();
        assertThat(second.scanForced()).isTrue();
        assertThat(second.durations()).containsOnlyKeys(Stage.ACCESS, Stage.ARCHIVE, Stage.FORCE_SCAN);
        assertThat(results).contains(new StageResult.Unchanged(1));
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.forceScans()).isEqualTo(2);
        assertThat(ResultMap.of(second, ResultMap.of(SubmissionResult.nothing(PROJECT), Map.of())))
                .containsEntry("unchanged", true)
                .doesNotContainKey("archive");
    }

    @Test
    void what_has_changed_is_uploaded_and_then_known() throws Exception {
        skipping(false);
        Files.writeString(workspace.resolve("pom.xml"), "<project></project>");
        assertThat(skipping(false).unchanged()).isFalse();
        assertThat(skipping(false).unchanged()).isTrue();
        assertThat(project.uploads()).isEqualTo(2);
    }

    @Test
    void without_the_option_it_is_uploaded_again() throws Exception {
        skipping(false);
        submission(fixed()).run(uploadOnly());
        assertThat(project.uploads()).isEqualTo(2);
        assertThat(skipping(false).unchanged()).isTrue();
    }

    @Test
    void a_failed_upload_makes_it_forgotten() throws Exception {
        skipping(false);
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        failure(submission(fixed()), uploadOnly());
        assertThat(skipping(false).unchanged()).isFalse();
        assertThat(project.uploads()).isEqualTo(2);
    }

    @Test
    void git_settings_make_it_forgotten_even_if_they_are_refused() throws Exception {
        for (int status : new int[] {204, 400}) {
            skipping(false);
            skipping(false);
            int uploads = project.uploads();
            simulator.schedule(SimulatedOperation.WRITE_GIT, status == 204 ? Fault.none() : Fault.answer(status));
            try {
                submission(fixed())
                        .run(new SubmissionPlan(
                                PROJECT, Optional.empty(), everything().git(), false, false));
            } catch (SubmissionException e) {
                assertThat(e.stage()).isEqualTo(Stage.GIT_SETTINGS);
            }
            assertThat(skipping(false).unchanged()).isFalse();
            assertThat(project.uploads()).isEqualTo(uploads + 1);
        }
    }

    @Test
    void a_file_that_changes_between_comparing_and_archiving_is_not_taken_for_uploaded_or_for_old() throws Exception {
        skipping(false);
        Path file = workspace.resolve("pom.xml");
        String before = Files.readString(file);
        Files.writeString(file, "compared");
        LocalArchiver local = archiver();
        submission(fixed(), new ChangingArchiver(local, () -> Files.writeString(file, "archived")), new Recording())
                .run(plan(EVERYTHING, false));

        assertThat(skipping(false).unchanged()).isTrue();
        Files.writeString(file, "compared");
        assertThat(skipping(false).unchanged()).isFalse();
        Files.writeString(file, before);
        assertThat(skipping(false).unchanged()).isFalse();
        assertThat(project.uploads()).isEqualTo(4);
    }

    @Test
    void an_existing_archive_is_not_compared() throws Exception {
        submission(fixed()).run(uploadOnly());
        Files.copy(project.lastUpload().orElseThrow().file(), workspace.resolve("ready.zip"));
        Source ready = new Source.ReadyArchive("ready.zip");

        submission(fixed()).run(new SubmissionPlan(PROJECT, Optional.of(ready), Optional.empty(), false, false));
        Files.delete(workspace.resolve("ready.zip"));
        assertThat(skipping(false).unchanged()).isFalse();
        assertThatThrownBy(() -> plan(ready, false))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("An existing archive is always uploaded.");
    }

    @Test
    void nothing_is_read_twice_while_no_upload_is_known() throws Exception {
        Archiver once = new ChangingArchiver(archiver(), () -> {
            throw new IOException("compared with nothing");
        });
        assertThat(submission(fixed(), once, new Recording())
                        .run(plan(EVERYTHING, false))
                        .archive())
                .isPresent();
    }

    @Test
    void no_byte_of_a_body_is_sent() throws Exception {
        skipping(true);
        int before = simulator.requests().size();
        skipping(true);
        assertThat(simulator.requests().subList(before, simulator.requests().size()))
                .extracting(request -> request.body().length())
                .containsOnly(0L);
    }

    private SubmissionResult skipping(boolean forceScan) throws Exception {
        return submission(fixed()).run(plan(EVERYTHING, forceScan));
    }

    private static SubmissionPlan plan(Source source, boolean forceScan) {
        return new SubmissionPlan(PROJECT, Optional.of(source), Optional.empty(), forceScan, true);
    }

    private interface Action {
        void run() throws IOException;
    }

    /** Does something after files were compared. */
    private record ChangingArchiver(LocalArchiver local, Action afterwards) implements Archiver {
        @Override
        public PreparedArchive archive(Source source, LongConsumer progress) throws IOException, InterruptedException {
            return local.archive(source, progress);
        }

        @Override
        public String digest(Source.Files source, LongConsumer progress) throws IOException, InterruptedException {
            String digest = local.digest(source, progress);
            afterwards.run();
            return digest;
        }

        @Override
        public void discard(PreparedArchive archive) throws IOException {
            local.discard(archive);
        }
    }
}
