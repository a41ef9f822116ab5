package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.build.git.GitDefaults.Checkout;
import java.util.ArrayList;
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
    private static final String APP = "https://git.example.com/app";
    private static final Map<String, String> SILENT = Map.of();
    private static final Checkout ORIGIN = checkout("https://me:hunter2@git.example.com/app", "origin", "origin/main");
    private static final Checkout AGAIN = checkout(APP + ".git", "origin", "origin/dev");
    private static final Checkout FORK = checkout("https://git.example.com/fork", "fork", "fork/x");
    private static final Checkout DETACHED = checkout(APP, "origin", "detached");

    private static final String LONGEST_BRANCH = "a".repeat(1_000);

    private final List<String> logged = new ArrayList<>();

    private static final String SENTENCE = "[^\\p{Cntrl}\\p{Cf}]{1,2500}";

    /** Secrets are removed from URLs of the environment and the checkout. */
    @ParameterizedTest
    @CsvSource({
        "' https://git.example.com/given ', GIT_URL=https://git.example.com/env, app, https://git.example.com/given",
        "' ', GIT_URL=https://me:hunter2@git.example.com/env, app, https://git.example.com/env",
        ", GIT_URL= , app, https://git.example.com/app",
        ", '', app again, https://git.example.com/app",
    })
    void the_url_comes_from_the_step_or_else_the_environment_or_else_the_checkout(
            String given, String environment, String checkouts, String url) {
        assertThat(url(given, false, environment(environment), checkouts(checkouts)))
                .isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource({
        "main, BRANCH_NAME=dev, fork, refs/heads/main",
        "main, CHANGE_ID=12 BRANCH_NAME=PR-12, '', refs/heads/main",
        "'', BRANCH_NAME=dev, app, refs/heads/dev",
        "'', BRANCH_NAME=PR-12, '', refs/heads/PR-12",
        "'', BRANCH_NAME=v1.0 TAG_NAME=v1.0, '', refs/tags/v1.0",
        "'', GIT_BRANCH=origin/feature/x, '', refs/heads/feature/x",
        "'', GIT_BRANCH=fork/x, fork, refs/heads/x",
        "'', GIT_BRANCH=fork/x, app, refs/heads/fork/x",
        "'', GIT_BRANCH=refs/remotes/fork/x, fork, refs/heads/x",
        "'', GIT_BRANCH=main, '', refs/heads/main",
        "'', GIT_BRANCH=refs/heads/main, app, refs/heads/main",
        "'', GIT_BRANCH=detached, app, refs/heads/main",
        ", BRANCH_NAME= GIT_BRANCH= TAG_NAME=, app fork, refs/heads/main",
    })
    void the_branch_comes_from_the_step_or_else_the_environment_or_else_the_checkout(
            String given, String environment, String checkouts, String branch) {
        assertThat(GitDefaults.branch(given, GitUrl.given(APP), environment(environment), checkouts(checkouts)))
                .isEqualTo(branch);
    }

    @ParameterizedTest
    @CsvSource({
        "main, refs/heads/main",
        "' main ', refs/heads/main",
        "feature/login, refs/heads/feature/login",
        "refs/heads/main, refs/heads/main",
        "refs/tags/v1.0, refs/tags/v1.0",
        "origin/main, refs/heads/origin/main",
        "PR-1234, refs/heads/PR-1234",
        "MR-7, refs/heads/MR-7",
        "changes/next, refs/heads/changes/next",
        "pull/review, refs/heads/pull/review",
        "my@branch, refs/heads/my@branch",
        "f\u00fcr/m\u0430in, refs/heads/f\u00fcr/m\u0430in",
        "LONGEST, refs/heads/LONGEST",
    })
    void a_branch_becomes_a_full_ref(String name, String ref) {
        String full = ref.replace("LONGEST", LONGEST_BRANCH);
        assertThat(GitDefaults.ref(name.replace("LONGEST", LONGEST_BRANCH))).isEqualTo(full);
        assertThat(GitDefaults.ref(full)).isEqualTo(full);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "not a valid Git branch | HEAD;*/main;a b;a..b;a~1;a^;a:b;a?;a[b;a\\b;@{1};a//b;a/.b;a.lock;a.lock/b;a.;"
                        + "a/;/a;.a;-a;@;a\u0007b;a\u007fb;${BRANCH}x y",
                "not a valid Git branch | refs/notes/x;refs/pull/12/head;refs/changes/45/12345/1",
                "refs/heads/main | refs/remotes/origin/main",
                "not a valid Git branch | '  '",
                "not a valid Git branch | refs/heads/LONGESTa",
            })
    void an_invalid_branch_is_rejected(String reason, String names) {
        for (String name : names.replace("LONGEST", LONGEST_BRANCH).split(";")) {
            assertRejected(() -> GitDefaults.ref(name), reason);
        }
    }

    @Test
    void a_missing_or_invalid_git_url_or_branch_is_rejected_with_the_reason() {
        refusedUrl("https://me:hunter2@git.example.com/app", List.of(), "contains a user name");
        refusedUrl("", List.of(), "not checked out a Git repository", "Set the URL");
        refusedUrl("", List.of(checkout("/srv/app.git", "origin", "main")), "Invalid Git URL: it has");
        assertRejected(() -> url("", false, Map.of("GIT_URL", "/srv/app.git"), List.of(ORIGIN)), "Invalid Git URL");
        assertThat(logged)
                .containsExactly(
                        "Git URL /srv/app.git from the checkout of this build",
                        "Git URL /srv/app.git from the variable GIT_URL");
        refusedUrl("", List.of(ORIGIN, FORK), "several (" + APP + ", https://git.example.com/fork). Set");
        refusedBranch(SILENT, List.of(DETACHED), "Set the branch");
        refusedBranch(SILENT, List.of(FORK), "a Git branch of this repository into its workspace", "Set the branch");
        refusedBranch(SILENT, List.of(ORIGIN, AGAIN), "(refs/heads/main, refs/heads/dev). Set the branch");
        refusedBranch(
                Map.of("CHANGE_ID", "12", "BRANCH_NAME", "PR-12", "GIT_BRANCH", "x"), List.of(), "change request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PR-7-merge", "origin/pr/7/merge", "refs/pull/7/head", "merge-requests/7/head", "MR-7"})
    void the_checkout_of_a_change_request_is_rejected_with_the_full_ref_as_the_way_out(String branch) {
        refusedBranch(Map.of("GIT_BRANCH", branch), List.of(), "change request", "set the branch to refs/heads/");
        refusedBranch(SILENT, List.of(checkout(APP, "origin", branch)), "change request");
    }

    @Test
    void url_and_branch_names_from_a_checkout_are_shortened_and_escaped() {
        List<Checkout> many = IntStream.range(0, 10_000)
                .mapToObj(i -> checkout(APP + "\u202e" + i, "origin", "x\u202e" + i))
                .toList();

        assertThatThrownBy(() -> url("", false, SILENT, many.subList(0, 50))).hasMessageMatching(SENTENCE);
        assertThatThrownBy(() -> GitDefaults.branch("", GitUrl.given(APP), SILENT, many))
                .hasMessageMatching(SENTENCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${GIT_URL}", "$GIT_URL", "https://$HOST/app", "https://git.example.com/${TEAM}/app"})
    void a_url_that_is_used_with_credentials_must_not_contain_an_expression(String url) {
        assertRejected(() -> url(url, true, SILENT, List.of(ORIGIN)), "expression");
        assertRejected(() -> url("", true, SILENT, List.of(checkout(url, "origin", "main"))), "expression");
    }

    @Test
    void a_url_that_is_used_with_credentials_comes_from_the_step_or_the_checkout_but_not_from_a_variable() {
        Map<String, String> evil = Map.of("GIT_URL", "https://evil.example/x");

        assertThat(url(" " + APP + " ", true, evil, List.of(FORK))).isEqualTo(APP);
        assertThat(url(null, true, evil, List.of(ORIGIN))).isEqualTo(APP);
        assertThat(url(null, false, evil, List.of(ORIGIN))).isEqualTo("https://evil.example/x");
        assertThat(logged)
                .containsExactly(
                        "Git URL " + APP + " from the checkout of this build",
                        "Git URL https://evil.example/x from the variable GIT_URL");
        assertRejected(() -> url("", true, evil, List.of()), "Set the URL");
        assertRejected(() -> url("", true, evil, List.of(ORIGIN, FORK)), "Set the URL");
    }

    private String url(String given, boolean secret, Map<String, String> environment, List<Checkout> checkouts) {
        return GitDefaults.url(given, secret, environment, checkouts, logged::add)
                .text();
    }

    private void refusedUrl(String given, List<Checkout> checkouts, String... reasons) {
        assertRejected(() -> url(given, false, SILENT, checkouts), reasons);
    }

    private static void refusedBranch(Map<String, String> environment, List<Checkout> checkouts, String... reasons) {
        assertRejected(() -> GitDefaults.branch("", GitUrl.given(APP), environment, checkouts), reasons);
    }

    private static Checkout checkout(String url, String remote, String branch) {
        return new Checkout(List.of(url), List.of(remote), branch, "0123");
    }

    /** Parses {@code NAME=value NAME=value}. */
    private static Map<String, String> environment(String text) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String variable : text.split(" ")) {
            environment.put(variable.replaceFirst("=.*", ""), variable.replaceFirst("[^=]*=", ""));
        }
        return environment;
    }

    private static List<Checkout> checkouts(String names) {
        return Stream.of(names.split(" "))
                .flatMap(name -> Stream.ofNullable(
                        Map.of("app", ORIGIN, "again", AGAIN, "fork", FORK).get(name)))
                .toList();
    }
}
