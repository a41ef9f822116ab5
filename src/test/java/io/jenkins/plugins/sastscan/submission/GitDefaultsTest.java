package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.submission.GitDefaults.Remote;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GitDefaultsTest {
    private static final Map<String, String> SILENT = Map.of();
    private static final Remote ORIGIN =
            new Remote("origin", "https://me:hunter2@git.example.com/app", List.of("main"));
    private static final Remote FORK = new Remote("fork", "https://git.example.com/fork", List.of("main", "dev"));
    private static final Remote MIRROR = new Remote("mirror", "https://git.example.com/mirror", List.of("main"));

    private static final String SENTENCE = "[^\\p{Cntrl}\\p{Cf}]{1,2500}";

    /** What is given, then the environment, then the checkout. A URL that is found loses its secret. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "' https://git.example.com/given ', GIT_URL=https://git.example.com/env, origin, https://git.example.com/given",
                "' ', GIT_URL=https://me:hunter2@git.example.com/env, origin, https://git.example.com/env",
                "null, GIT_URL= , origin, https://git.example.com/app",
            })
    void the_url(String given, String environment, String remotes, String url) {
        assertThat(GitDefaults.url(given, environment(environment), remotes(remotes))
                        .text())
                .isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "main, BRANCH_NAME=dev, fork, refs/heads/main",
                "main, CHANGE_ID=12 BRANCH_NAME=PR-12, '', refs/heads/main",
                "'', BRANCH_NAME=dev, origin, refs/heads/dev",
                "'', BRANCH_NAME=v1.0 TAG_NAME=v1.0, '', refs/tags/v1.0",
                "'', GIT_BRANCH=origin/feature/x, '', refs/heads/feature/x",
                "'', GIT_BRANCH=fork/x, fork, refs/heads/x",
                "'', GIT_BRANCH=fork/x, origin, refs/heads/fork/x",
                "'', GIT_BRANCH=refs/remotes/fork/x, fork, refs/heads/x",
                "'', GIT_BRANCH=main, '', refs/heads/main",
                "'', GIT_BRANCH=detached, origin, refs/heads/main",
                "null, BRANCH_NAME= GIT_BRANCH= TAG_NAME=, origin mirror, refs/heads/main",
            })
    void the_branch(String given, String environment, String remotes, String branch) {
        assertThat(GitDefaults.branch(given, environment(environment), remotes(remotes)))
                .isEqualTo(branch);
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.example.com/app, main, '', false",
        "https://git.example.com/app, '', '', true",
        "'', main, '', true",
        "'', '', GIT_URL=x BRANCH_NAME=y, false",
        "'', '', GIT_URL=x GIT_BRANCH=main, false",
        "'', '', GIT_URL=x GIT_BRANCH=origin/feature/x, false",
        "'', '', GIT_URL=x GIT_BRANCH=fork/x, true",
        "'', '', GIT_URL=x GIT_BRANCH=detached, true",
    })
    void a_checkout_is_looked_at_only_for_what_is_open(String url, String branch, String environment, boolean needed) {
        assertThat(GitDefaults.needsCheckout(url, branch, environment(environment)))
                .isEqualTo(needed);
    }

    @Test
    void what_cannot_be_determined_is_refused_with_what_to_set() {
        refusedUrl("https://me:hunter2@git.example.com/app", List.of(), "contains a user name");
        refusedUrl("", List.of(), "no Git checkout. Set the URL");
        refusedUrl("", List.of(ORIGIN, FORK), "several remotes (origin, fork). Set the URL");
        refusedBranch(SILENT, List.of(), "Set the branch");
        refusedBranch(SILENT, List.of(FORK), "(main, dev). Set the branch");
        refusedBranch(
                Map.of("CHANGE_ID", "12", "BRANCH_NAME", "PR-12", "GIT_BRANCH", "x"), List.of(), "change request");
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

    @ParameterizedTest
    @ValueSource(strings = {"${GIT_URL}", "$GIT_URL", "https://$HOST/app", "https://git.example.com/${TEAM}/app"})
    void with_credentials_no_expression_decides_the_url(String url) {
        refusedForCredentials(url, List.of("https://git.example.com/app"), "expression");
        refusedForCredentials("", List.of(url), "expression. Set the URL");
    }

    @Test
    void with_credentials_the_step_or_the_only_url_that_jenkins_has_on_record_decides() {
        String app = "https://git.example.com/app";
        String recorded = "https://me:hunter2@git.example.com/app";

        assertThat(GitDefaults.urlForCredentials(" " + app + " ", List.of("https://evil.example/x"))
                        .text())
                .isEqualTo(app);
        assertThat(GitDefaults.urlForCredentials(null, List.of(recorded)).text())
                .isEqualTo(app);
        assertThat(GitDefaults.urlForCredentials("", List.of(recorded, recorded))
                        .text())
                .isEqualTo(app);
        refusedForCredentials(recorded, List.of(), "contains a user name");
        refusedForCredentials("", List.of(), "Set the URL");
        refusedForCredentials(
                "",
                List.of(recorded, "ssh://git@git.example.com/library"),
                "(https://git.example.com/app, ssh://git.example.com/library). Set the URL");
    }

    private static void refusedUrl(String given, List<Remote> remotes, String reason) {
        assertThatThrownBy(() -> GitDefaults.url(given, SILENT, remotes))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("hunter2");
    }

    private static void refusedBranch(Map<String, String> environment, List<Remote> remotes, String reason) {
        assertThatThrownBy(() -> GitDefaults.branch("", environment, remotes))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason);
    }

    private static void refusedForCredentials(String written, List<String> recorded, String reason) {
        assertThatThrownBy(() -> GitDefaults.urlForCredentials(written, recorded))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("hunter2");
    }

    /** Of {@code NAME=value NAME=value}. */
    private static Map<String, String> environment(String text) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String variable : text.split(" ")) {
            environment.put(variable.replaceFirst("=.*", ""), variable.replaceFirst("[^=]*=", ""));
        }
        return environment;
    }

    private static List<Remote> remotes(String names) {
        return Stream.of(ORIGIN, FORK, MIRROR)
                .filter(remote -> Arrays.asList(names.split(" ")).contains(remote.name()))
                .toList();
    }
}
