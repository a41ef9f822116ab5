package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BranchRefTest {
    private static final String LONGEST = "a".repeat(1_000);

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
        "LONGEST, refs/heads/LONGEST",
    })
    void a_branch_becomes_a_full_ref(String name, String ref) {
        assertThat(BranchRef.of(name.replace("LONGEST", LONGEST))).isEqualTo(ref.replace("LONGEST", LONGEST));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "null",
            value = {
                "change request | PR-12;MR-3;PR-7-head;PR-7-merge;refs/pull/12/head;pull/12/merge;"
                        + "refs/merge-requests/3/head;refs/changes/45/12345/1",
                "not a valid Git branch | HEAD;*/main;a b;a..b;a~1;a^;a:b;a?;a[b;a\\b;@{1};a//b;a/.b;a.lock;a.lock/b;a.;"
                        + "a/;/a;.a;-a;@;a\u0007b;a\u007fb;${BRANCH}x y",
                "neither a branch nor a tag | refs/notes/x",
                "refs/heads/main | refs/remotes/origin/main",
                "branch is empty | null",
                "branch is empty | '  '",
                "longer than 1000 characters | LONGESTa",
            })
    void what_is_no_branch_is_refused(String reason, String names) {
        for (String name : names == null
                ? new String[1]
                : names.replace("LONGEST", LONGEST).split(";")) {
            assertThatThrownBy(() -> BranchRef.of(name))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(reason);
        }
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

    @ParameterizedTest
    @CsvSource({"v1", "refs/tags/v1", "' v1'"})
    void a_tag_becomes_a_full_ref(String name) {
        assertThat(BranchRef.ofTag(name)).isEqualTo("refs/tags/v1");
    }

    @ParameterizedTest
    @CsvSource({
        "main, refs/heads/main, true",
        "refs/heads/main, ' main', true",
        "main, Main, false",
        "main, refs/tags/main, false",
    })
    void short_and_full_names_mean_the_same_branch(String one, String other, boolean same) {
        assertThat(BranchRef.same(one, other)).isEqualTo(same);
    }
}
