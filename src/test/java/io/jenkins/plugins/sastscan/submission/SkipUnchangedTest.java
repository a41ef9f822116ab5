package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole submissions that upload only what has changed. */
class SkipUnchangedTest extends SubmissionTests {
    private Path file;

    @BeforeEach
    void uploadOnce() throws Exception {
        afterwards.put("digest", () -> {
            throw new IOException("Compared with nothing.");
        });
        assertThat(skipped()).isFalse();
        afterwards.clear();
        file = workspace.resolve("pom.xml");
    }

    @Test
    void what_was_uploaded_last_is_not_uploaded_again_and_the_rest_is_done_as_asked() throws Exception {
        int before = simulator.requests().size();
        var outcome = run(skipping(EVERYTHING, true));

        assertThat(outcome)
                .containsEntry("unchanged", true)
                .doesNotContainKey("archive")
                .containsEntry("scanForced", true);
        assertThat(ResultMap.done(outcome)).containsExactly(Stage.ACCESS, Stage.ARCHIVE, Stage.FORCE_SCAN);
        assertThat(results).contains(new StageResult.Unchanged(1));
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.forceScans()).isEqualTo(1);
        assertThat(simulator.requests().subList(before, simulator.requests().size()))
                .extracting(request -> request.body().length())
                .containsOnly(0L);
    }

    @Test
    void what_has_changed_is_uploaded_and_then_known_and_without_the_option_everything_is() throws Exception {
        Files.writeString(file, "<project></project>");
        assertThat(skipped()).isFalse();
        assertThat(skipped()).isTrue();
        run(UPLOAD);
        assertThat(project.uploads()).isEqualTo(3);
    }

    @Test
    void a_failed_upload_makes_it_forgotten() throws Exception {
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        assertThat(failure(UPLOAD).stage()).isEqualTo(Stage.UPLOAD);
        assertThat(skipped()).isFalse();
        assertThat(project.uploads()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void git_settings_make_it_forgotten_even_if_they_are_refused(boolean refused) throws Exception {
        simulator.schedule(SimulatedOperation.WRITE_GIT, refused ? Fault.answer(400) : Fault.none());
        assertThat(failure(plan(null, GIT, false)) != null).isEqualTo(refused);
        assertThat(skipped()).isFalse();
        assertThat(project.uploads()).isEqualTo(2);
        // A refused change may still take effect.
        assertThat(skipped()).isNotEqualTo(refused);
    }

    @Test
    void a_file_that_changes_between_comparing_and_archiving_is_not_taken_for_uploaded_or_for_old() throws Exception {
        String before = Files.readString(file);
        Files.writeString(file, "compared");
        afterwards.put("digest", () -> Files.writeString(file, "archived"));
        assertThat(skipped()).isFalse();
        afterwards.clear();

        assertThat(skipped()).isTrue();
        Files.writeString(file, "compared");
        assertThat(skipped()).isFalse();
        Files.writeString(file, before);
        assertThat(skipped()).isFalse();
        assertThat(project.uploads()).isEqualTo(4);
    }

    @Test
    void an_existing_archive_is_uploaded_as_it_is_and_never_compared() throws Exception {
        Path ready = Files.copy(project.lastUpload().orElseThrow().file(), workspace.resolve("ready.zip"));
        byte[] content = Files.readAllBytes(ready);
        Source source = new Source.ExistingArchive("ready.zip");

        run(plan(source, null, false));
        assertThat(project.lastUpload().orElseThrow().file()).hasBinaryContent(content);
        assertThat(ready).hasBinaryContent(content);
        Files.delete(ready);
        assertThat(skipped()).isFalse();
        GitPlanTest.refused(() -> skipping(source, false), "An existing archive is always uploaded.");
    }

    private boolean skipped() throws Exception {
        return ResultMap.isUnchanged(run(skipping(EVERYTHING, false)));
    }

    private static SubmissionPlan skipping(Source source, boolean forceScan) {
        return new SubmissionPlan(PROJECT, Optional.of(source), Optional.empty(), forceScan, true);
    }
}
