package io.jenkins.plugins.sastscan.build.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Change;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupersededBuildTest extends ProjectFixture {
    @ParameterizedTest
    @CsvSource({"8, 2000, true", "8, 500, false", "6, 2000, false", "7, 1000, false"})
    void a_build_is_superseded_by_a_higher_number_that_started_later(int number, long started, boolean superseded)
            throws Exception {
        turn(new Submitter("other", "job", number, "job", started), turn -> {
            turn.uploaded(1, 1, 1, "aa");
            turn.succeed(false);
        });
        turn(
                submitter("job", 7),
                turn -> assertThat(turn.laterBuild().isPresent()).isEqualTo(superseded));
        turn(submitter("another job", 7), turn -> assertThat(turn.laterBuild()).isEmpty());
    }

    @Test
    void only_a_build_that_has_changed_source_or_git_settings_or_found_them_unchanged_supersedes() throws Exception {
        turn(submitter("job", 8), turn -> {
            turn.request();
            turn.fail(false);
        });
        turn(submitter("job", 9), turn -> {
            turn.changed(Change.FORCE_SCAN);
            turn.succeed(false);
        });
        turn(submitter("job", 7), turn -> assertThat(turn.laterBuild()).isEmpty());
        turn(submitter("job", 8), turn -> {
            turn.changed(Change.GIT_SETTINGS);
            turn.fail(false);
        });
        turn(submitter("job", 7), turn -> assertThat(turn.laterBuild()).hasValue(8));
        turn(submitter("job", 9), turn -> turn.succeed(true));
        turn(submitter("job", 7), turn -> assertThat(turn.laterBuild()).hasValue(9));
    }

    @Test
    void a_second_step_of_a_build_is_told_but_a_step_that_runs_again_is_not() throws Exception {
        upload("job", 7);
        assertThat(isSecond(submitter("job", 7))).isFalse();
        assertThat(isSecond(submitter("job", 8))).isFalse();
        assertThat(isSecond(new Submitter("other", "job", 7, "job", 7_000))).isFalse();
        assertThat(isSecond(new Submitter("other", "job/cell=b", 7, "job", 1_007)))
                .isTrue();
    }

    private boolean isSecond(Submitter by) throws Exception {
        try (ProjectTurn turn = records().take(PROJECT, by, holder -> {}, warnings::add)) {
            return turn.isSecondOfBuild();
        }
    }
}
