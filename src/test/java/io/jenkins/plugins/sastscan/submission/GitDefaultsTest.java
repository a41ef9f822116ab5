package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.submission.GitDefaults.Environment;
import io.jenkins.plugins.sastscan.submission.GitDefaults.Remote;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GitDefaultsTest {
    private static final Environment SILENT = Environment.of(Map.of());
    private static final Remote ORIGIN =
            new Remote("origin", "https://me:hunter2@git.example.com/app", List.of("main"));
    private static final Remote FORK = new Remote("fork", "https://git.example.com/fork", List.of("main", "dev"));

    private static final String SENTENCE = "[^\\p{Cntrl}\\p{Cf}]{1,2500}";

    @Test
    void what_is_given_counts_most() {
        Environment environment = Environment.of(Map.of("GIT_URL", "https://x.example.com/y", "BRANCH_NAME", "dev"));
        assertThat(GitDefaults.url(" https://git.example.com/app ", environment, List.of(FORK))
                        .text())
                .isEqualTo("https://git.example.com/app");
        assertThat(GitDefaults.branch("main", environment, List.of(FORK))).isEqualTo("refs/heads/main");
    }

    @Test
    void a_given_url_with_a_secret_is_refused_and_a_found_one_loses_it() {
        assertThatThrownBy(() -> GitDefaults.url("https://me:hunter2@git.example.com/app", SILENT, List.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageNotContaining("hunter2");
        Environment environment = Environment.of(Map.of("GIT_URL", "https://me:hunter2@git.example.com/app"));
        assertThat(GitDefaults.url("", environment, List.of()).text()).isEqualTo("https://git.example.com/app");
        assertThat(GitDefaults.url(null, SILENT, List.of(ORIGIN)).text()).isEqualTo("https://git.example.com/app");
    }

    @Test
    void the_environment_counts_before_the_checkout() {
        Environment environment = Environment.of(Map.of("GIT_URL", "https://x.example.com/y", "BRANCH_NAME", "dev"));
        assertThat(GitDefaults.url(" ", environment, List.of(ORIGIN)).text()).isEqualTo("https://x.example.com/y");
        assertThat(GitDefaults.branch("", environment, List.of(ORIGIN))).isEqualTo("refs/heads/dev");
    }

    @Test
    void blank_variables_say_nothing() {
        Environment environment = Environment.of(Map.of("GIT_URL", " ", "BRANCH_NAME", "", "GIT_BRANCH", "\t"));
        assertThat(environment).isEqualTo(SILENT);
    }

    @Test
    void the_branch_of_a_plain_job_loses_the_name_of_its_remote() {
        Environment environment = Environment.of(Map.of("GIT_BRANCH", "origin/feature/x"));
        assertThat(GitDefaults.branch("", environment, List.of())).isEqualTo("refs/heads/feature/x");
        assertThat(GitDefaults.branch("", Environment.of(Map.of("GIT_BRANCH", "fork/x")), List.of(FORK)))
                .isEqualTo("refs/heads/x");
        assertThat(GitDefaults.branch("", Environment.of(Map.of("GIT_BRANCH", "refs/remotes/fork/x")), List.of(FORK)))
                .isEqualTo("refs/heads/x");
        assertThat(GitDefaults.branch("", Environment.of(Map.of("GIT_BRANCH", "main")), List.of()))
                .isEqualTo("refs/heads/main");
    }

    @Test
    void a_detached_checkout_is_on_the_only_branch_that_is_where_it_is() {
        assertThat(GitDefaults.branch("", SILENT, List.of(ORIGIN))).isEqualTo("refs/heads/main");
        Remote mirror = new Remote("mirror", "https://git.example.com/mirror", List.of("main"));
        assertThat(GitDefaults.branch("", SILENT, List.of(ORIGIN, mirror))).isEqualTo("refs/heads/main");
    }

    @Test
    void several_candidates_are_named_and_none_is_guessed() {
        assertThatThrownBy(() -> GitDefaults.url("", SILENT, List.of(ORIGIN, FORK)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("several remotes (origin, fork)");
        assertThatThrownBy(() -> GitDefaults.branch("", SILENT, List.of(FORK)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("(main, dev)");
    }

    @Test
    void with_credentials_the_step_decides_where_the_secret_goes() {
        assertThat(GitDefaults.urlForCredentials(" https://git.example.com/app ", List.of("https://evil.example/x"))
                        .text())
                .isEqualTo("https://git.example.com/app");
        assertThatThrownBy(() -> GitDefaults.urlForCredentials("https://me:hunter2@git.example.com/app", List.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${GIT_URL}", "$GIT_URL", "https://$HOST/app", "https://git.example.com/${TEAM}/app"})
    void with_credentials_no_expression_decides_it(String url) {
        assertThatThrownBy(() -> GitDefaults.urlForCredentials(url, List.of("https://git.example.com/app")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("expression");
        assertThatThrownBy(() -> GitDefaults.urlForCredentials("", List.of(url)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("expression")
                .hasMessageContaining("Set the URL");
    }

    @Test
    void with_credentials_the_only_url_that_jenkins_has_on_record_counts() {
        String recorded = "https://me:hunter2@git.example.com/app";

        assertThat(GitDefaults.urlForCredentials(null, List.of(recorded)).text())
                .isEqualTo("https://git.example.com/app");
        assertThat(GitDefaults.urlForCredentials("", List.of(recorded, recorded))
                        .text())
                .isEqualTo("https://git.example.com/app");
        assertThatThrownBy(() -> GitDefaults.urlForCredentials("", List.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("Set the URL");
        assertThatThrownBy(
                        () -> GitDefaults.urlForCredentials("", List.of(recorded, "ssh://git@git.example.com/library")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("https://git.example.com/app")
                .hasMessageContaining("ssh://git.example.com/library")
                .hasMessageContaining("Set the URL")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void what_an_agent_calls_its_remotes_and_branches_is_cut_and_on_one_line() {
        List<String> branches =
                IntStream.range(0, 10_000).mapToObj(i -> "x\u202e" + i).toList();
        Remote odd = new Remote("a\nb", "https://git.example.com/a", branches);
        Remote other = new Remote("c".repeat(10_000), "https://git.example.com/b", List.of("y"));

        assertThatThrownBy(() -> GitDefaults.url("", SILENT, List.of(odd, other)))
                .hasMessageMatching(SENTENCE);
        assertThatThrownBy(() -> GitDefaults.branch("", SILENT, List.of(odd, other)))
                .hasMessageMatching(SENTENCE);
    }

    @Test
    void without_a_checkout_it_is_said_what_to_set() {
        assertThatThrownBy(() -> GitDefaults.url("", SILENT, List.of())).hasMessageContaining("Set the URL");
        assertThatThrownBy(() -> GitDefaults.branch("", SILENT, List.of())).hasMessageContaining("Set the branch");
    }

    @Test
    void the_build_of_a_tag_is_on_that_tag() {
        Environment environment = Environment.of(Map.of("BRANCH_NAME", "v1.0", "TAG_NAME", "v1.0"));
        assertThat(GitDefaults.branch("", environment, List.of())).isEqualTo("refs/tags/v1.0");
    }

    @Test
    void a_bare_commit_is_on_no_branch_called_detached() {
        Environment environment = Environment.of(Map.of("GIT_BRANCH", "detached"));
        assertThat(GitDefaults.branch("", environment, List.of(ORIGIN))).isEqualTo("refs/heads/main");
    }

    @Test
    void the_branch_of_a_pull_request_is_never_taken() {
        Environment environment = Environment.of(Map.of("CHANGE_ID", "12", "BRANCH_NAME", "PR-12", "GIT_BRANCH", "x"));
        assertThatThrownBy(() -> GitDefaults.branch("", environment, List.of(ORIGIN)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("pull request");
        assertThat(GitDefaults.branch("main", environment, List.of())).isEqualTo("refs/heads/main");
    }
}
