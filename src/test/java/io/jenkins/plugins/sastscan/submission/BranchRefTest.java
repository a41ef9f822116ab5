package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class BranchRefTest {
    @ParameterizedTest
    @CsvSource({
        "main, refs/heads/main",
        "' main ', refs/heads/main",
        "feature/login, refs/heads/feature/login",
        "refs/heads/main, refs/heads/main",
        "refs/heads/PR-12, refs/heads/PR-12",
        "refs/tags/v1.0, refs/tags/v1.0",
        "release-1.0, refs/heads/release-1.0",
        "origin/main, refs/heads/origin/main",
        "PR-fix, refs/heads/PR-fix",
        "my@branch, refs/heads/my@branch",
        "f\u00fcr/m\u0430in, refs/heads/f\u00fcr/m\u0430in",
    })
    void a_branch_becomes_a_full_ref(String name, String ref) {
        assertThat(BranchRef.of(name)).isEqualTo(ref);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pull request | PR-12;MR-3;PR-7-head;PR-7-merge;refs/pull/12/head;pull/12/merge;"
                        + "refs/merge-requests/3/head;refs/changes/45/12345/1",
                "not a valid Git branch | HEAD;*/main;a b;a..b;a~1;a^;a:b;a?;a[b;a\\b;@{1};a//b;a/.b;a.lock;a.lock/b;a.;"
                        + "a/;/a;.a;-a;@;a\u0007b;a\u007fb;${BRANCH}x y",
            })
    void pull_requests_and_what_git_would_not_take_are_refused(String reason, String names) {
        for (String name : names.split(";")) {
            assertThatThrownBy(() -> BranchRef.of(name))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(reason);
        }
    }

    @Test
    void a_name_of_more_than_1000_characters_is_refused() {
        String longest = "a".repeat(1_000);

        assertThat(BranchRef.of(longest)).isEqualTo("refs/heads/" + longest);
        assertThatThrownBy(() -> BranchRef.of(longest + "a"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("1000 characters");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void no_name_is_refused(String name) {
        assertThatThrownBy(() -> BranchRef.of(name)).hasMessageContaining("branch is empty");
        assertThatThrownBy(() -> BranchRef.ofRemoteTracking(name, "origin")).hasMessageContaining("branch is empty");
    }

    @Test
    void a_ref_that_is_neither_branch_nor_tag_is_refused() {
        assertThatThrownBy(() -> BranchRef.of("refs/notes/x")).hasMessageContaining("neither a branch nor a tag");
        assertThat(BranchRef.ofTag("v1")).isEqualTo("refs/tags/v1");
        assertThat(BranchRef.ofTag("refs/tags/v1")).isEqualTo("refs/tags/v1");
    }

    @Test
    void a_clones_copy_of_a_branch_is_refused_where_a_branch_is_due() {
        assertThatThrownBy(() -> BranchRef.of("refs/remotes/origin/main")).hasMessageContaining("refs/heads/main");
    }

    @ParameterizedTest
    @CsvSource({
        "origin/main, origin, refs/heads/main",
        "refs/remotes/origin/feature/x, origin, refs/heads/feature/x",
        "upstream/main, upstream, refs/heads/main",
        "main, origin, refs/heads/main",
        "refs/heads/main, origin, refs/heads/main",
    })
    void a_remote_tracking_name_becomes_the_branch_it_tracks(String name, String remote, String ref) {
        assertThat(BranchRef.ofRemoteTracking(name, remote)).isEqualTo(ref);
    }

    @Test
    void short_and_full_names_mean_the_same_branch() {
        assertThat(BranchRef.same("main", "refs/heads/main")).isTrue();
        assertThat(BranchRef.same("refs/heads/main", " main")).isTrue();
        assertThat(BranchRef.same("main", "Main")).isFalse();
        assertThat(BranchRef.same("main", "refs/tags/main")).isFalse();
    }
}
