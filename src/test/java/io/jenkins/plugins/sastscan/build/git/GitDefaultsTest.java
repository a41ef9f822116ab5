package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.build.git.GitDefaults.Remote;
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

    /** Secrets are removed from URLs of the environment and the checkout. */
    @ParameterizedTest
    @CsvSource({
        "' https://git.example.com/given ', GIT_URL=https://git.example.com/env, origin, https://git.example.com/given",
        "' ', GIT_URL=https://me:hunter2@git.example.com/env, origin, https://git.example.com/env",
        ", GIT_URL= , origin, https://git.example.com/app",
    })
    void the_url_comes_from_the_step_or_else_the_environment_or_else_the_checkout(
            String given, String environment, String remotes, String url) {
        assertThat(GitDefaults.url(given, environment(environment), remotes(remotes)))
                .returns(url, GitUrl::text);
    }

    @ParameterizedTest
    @CsvSource({
        "main, BRANCH_NAME=dev, fork, refs/heads/main",
        "main, CHANGE_ID=12 BRANCH_NAME=PR-12, '', refs/heads/main",
        "'', BRANCH_NAME=dev, origin, refs/heads/dev",
        "'', BRANCH_NAME=v1.0 TAG_NAME=v1.0, '', refs/tags/v1.0",
        "'', TAG_NAME=refs/tags/v1.0, '', refs/tags/v1.0",
        "'', GIT_BRANCH=origin/feature/x, '', refs/heads/feature/x",
        "'', GIT_BRANCH=fork/x, fork, refs/heads/x",
        "'', GIT_BRANCH=fork/x, origin, refs/heads/fork/x",
        "'', GIT_BRANCH=refs/remotes/fork/x, fork, refs/heads/x",
        "'', GIT_BRANCH=main, '', refs/heads/main",
        "'', GIT_BRANCH=refs/heads/main, origin, refs/heads/main",
        "'', GIT_BRANCH=detached, origin, refs/heads/main",
        ", BRANCH_NAME= GIT_BRANCH= TAG_NAME=, origin mirror, refs/heads/main",
    })
    void the_branch_comes_from_the_step_or_else_the_environment_or_else_the_checkout(
            String given, String environment, String remotes, String branch) {
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
    void the_checkout_is_needed_only_for_missing_values(String url, String branch, String environment, boolean needed) {
        assertThat(GitDefaults.needsCheckout(url, branch, environment(environment)))
                .isEqualTo(needed);
    }

    @Test
    void a_missing_or_invalid_git_url_or_branch_is_rejected_with_the_reason() {
        refusedUrl("https://me:hunter2@git.example.com/app", List.of(), "contains a user name");
        refusedUrl("", List.of(), "no Git checkout. Set the URL");
        refusedUrl(
                "",
                List.of(new Remote("origin", "/srv/app.git", List.of())),
                "Invalid Git URL \"/srv/app.git\" from the remote of the checkout.");
        assertRejected(
                () -> GitDefaults.url("", Map.of("GIT_URL", "/srv/app.git"), List.of(ORIGIN)),
                "Invalid Git URL \"/srv/app.git\" from the variable GIT_URL.");
        refusedUrl("", List.of(ORIGIN, FORK), "several remotes (origin, fork). Set the URL");
        refusedBranch(SILENT, List.of(), "Set the branch");
        refusedBranch(SILENT, List.of(FORK), "(main, dev). Set the branch");
        refusedBranch(
                Map.of("CHANGE_ID", "12", "BRANCH_NAME", "PR-12", "GIT_BRANCH", "x"), List.of(), "change request");
    }

    @Test
    void remote_and_branch_names_from_an_agent_are_shortened_and_escaped() {
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
    void a_url_that_is_used_with_credentials_must_not_contain_an_expression(String url) {
        refusedForCredentials(url, List.of("https://git.example.com/app"), "expression");
        refusedForCredentials("", List.of(url), "expression. Set the URL");
    }

    @Test
    void a_url_that_is_used_with_credentials_comes_from_the_step_or_the_recorded_checkout() {
        String app = "https://git.example.com/app";
        String recorded = "https://me:hunter2@git.example.com/app";

        assertThat(GitDefaults.urlForCredentials(" " + app + " ", List.of("https://evil.example/x")))
                .returns(app, GitUrl::text);
        assertThat(GitDefaults.urlForCredentials(null, List.of(recorded)).text())
                .isEqualTo(app);
        assertThat(GitDefaults.urlForCredentials("", List.of(recorded, recorded)))
                .returns(app, GitUrl::text);
        refusedForCredentials(recorded, List.of(), "contains a user name");
        refusedForCredentials("", List.of(), "Set the URL");
        refusedForCredentials("", List.of("/srv/app.git"), "Invalid Git URL \"/srv/app.git\" from the checkout.");
        refusedForCredentials(
                "",
                List.of(recorded, "ssh://git@git.example.com/library"),
                "(https://git.example.com/app, ssh://git.example.com/library). Set the URL");
    }

    private static void refusedUrl(String given, List<Remote> remotes, String reason) {
        assertRejected(() -> GitDefaults.url(given, SILENT, remotes), reason);
    }

    private static void refusedBranch(Map<String, String> environment, List<Remote> remotes, String reason) {
        assertRejected(() -> GitDefaults.branch("", environment, remotes), reason);
    }

    private static void refusedForCredentials(String written, List<String> recorded, String reason) {
        assertRejected(() -> GitDefaults.urlForCredentials(written, recorded), reason);
    }

    /** Parses {@code NAME=value NAME=value}. */
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
