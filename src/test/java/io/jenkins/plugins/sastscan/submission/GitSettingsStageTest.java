package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Submissions that write Git settings and compare them with the settings that the SAST server returns. */
class GitSettingsStageTest extends SubmissionTests {
    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"url\":\"\",\"branch\":\" \"}", "{\"url\":null}"})
    void empty_git_settings_in_the_response_are_accepted(String json) throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        run(WHOLE);
        assertThat(report.getGit().getUrlReadBack()).isEqualTo("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://git.example.com/app | dev | main of project 7, but returns dev. Check",
                "https://me:hunter3@git.example.com/x?t=hunter3 | a\\nb | returns https://git.example.com/x a\\u000ab.",
                "https://alice:hunt/er2@git.example.com/app.git | main | returns https://git.example.com/app.git. Check",
                "https://git.example.com/hunt%2Fer2/app.git | main | ****",
                "https://git.example.com/app | hunt/er2 | returns ****.",
            })
    void the_message_shows_no_secrets_if_the_returned_git_settings_differ_from_the_written_ones(
            String url, String branch, String shown) {
        String json = "{\"url\":\"" + url + "\",\"branch\":\"" + branch + "\"}";
        simulator.schedule(
                SimulatedOperation.READ_GIT, Fault.none(), Fault.answer(200).withJson(json));
        assertThat(failure(WHOLE)).hasMessageContaining(shown).hasMessageNotContainingAny("er2", "hunter3");
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void a_secret_in_the_returned_settings_is_masked() throws Exception {
        String json = "{\"url\":\"https://git.example.com/app\",\"branch\":\"refs/heads/main\","
                + "\"link\":{\"uri\":\"/git?password=hunt%2Fer2\"}}";
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        assertThat(run(plan(null, GIT, false)).toMap().toString())
                .contains("password=****")
                .doesNotContain("er2");
    }

    @Test
    void the_message_after_a_failed_read_request_says_that_the_git_settings_were_written() {
        simulator.schedule(SimulatedOperation.READ_GIT, Fault.none(), Fault.answer(403));
        assertThat(failure(WHOLE))
                .hasMessageContaining("403")
                .hasMessageContaining("The Git settings were already written.");
        assertThat(heard).doesNotContain("ended GIT_SETTINGS");
        assertThat(report.getGit().getUrl()).isEqualTo("https://git.example.com/app.git");
        assertThat(project.gitWrites()).isEqualTo(1);
        assertThat(project.forceScan()).isFalse();
    }
}
