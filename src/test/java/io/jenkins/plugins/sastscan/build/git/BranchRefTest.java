package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BranchRefTest {
    private static final String LONGEST_BRANCH = "a".repeat(1_000);

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
        assertThat(BranchRef.of(name.replace("LONGEST", LONGEST_BRANCH))).isEqualTo(full);
        assertThat(BranchRef.of(full)).isEqualTo(full);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "not a valid Git branch | HEAD;*/main;a b;a..b;a~1;a^;a:b;a?;a[b;a\\b;@{1};a//b;a/.b;a.lock;a.lock/b;a.;"
                        + "a/;/a;.a;-a;@;a\u0007b;a\u007fb;${BRANCH}x y",
                "neither a branch nor a tag | refs/notes/x;refs/pull/12/head;refs/changes/45/12345/1",
                "refs/heads/main | refs/remotes/origin/main",
                "branch is empty | '  '",
                "not a valid Git branch | refs/heads/LONGESTa",
            })
    void an_invalid_branch_is_rejected(String reason, String names) {
        for (String name : names.replace("LONGEST", LONGEST_BRANCH).split(";")) {
            assertRejected(() -> BranchRef.of(name), reason);
        }
    }
}
