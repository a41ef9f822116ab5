package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Git URLs and branches. */
class GitUrlTest {
    private static final String LONGEST_BRANCH = "a".repeat(1_000);

    @ParameterizedTest
    @CsvSource({
        "https://git.example.com/team/app.git, https://git.example.com/team/app.git",
        "HTTPS://Git.Example.COM./team//app, https://git.example.com/team/app",
        "https://git.example.com/team/../other/app, https://git.example.com/other/app",
        "https://git.example.com/team/%2e%2E/other/app, https://git.example.com/other/app",
        "https://git.example.com/%74eam/a%20b, https://git.example.com/team/a%20b",
        "http://git.example.com:8080/app, http://git.example.com:8080/app",
        "https://10.1.2.3/app, https://10.1.2.3/app",
        "git://git.example.com/app, git://git.example.com/app",
        "ssh://git@git.example.com:7999/team/app.git, ssh://git.example.com:7999/team/app.git",
        "ssh://git.example.com/app, ssh://git.example.com/app",
        "git@git.example.com:team/app.git, ssh://git.example.com/team/app.git",
        "git@git.example.com:team/../other, ssh://git.example.com/other",
        "git@git.example.com:/srv/a%b, ssh://git.example.com/srv/a%25b",
        "git.example.com:team/app.git, ssh://git.example.com/team/app.git",
        "git@10.0.0.1:app, ssh://10.0.0.1/app",
        "git@server:app, ssh://server/app",
        "me@[2001:DB8::1]:app, ssh://[2001:db8::1]/app",
    })
    void a_known_form_stays_as_it_is_and_tells_where_it_leads(String text, String address) {
        GitUrl url = GitUrl.given(" " + text + " ");

        assertThat(url.text()).isEqualTo(text);
        assertThat(url.ssh()).isEqualTo(address.startsWith("ssh:"));
        assertThat(url.address()).hasToString(address);
        assertThat(GitUrl.found(text)).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource({
        "https://me:hunter2@git.example.com/app, https://git.example.com/app",
        "https://hunter2@git.example.com/app, https://git.example.com/app",
        "ssh://git:hunter2@git.example.com/app, ssh://git@git.example.com/app",
        "https://git.example.com/app?access_token=hunter2, https://git.example.com/app",
        "https://git.example.com/app#hunter2, https://git.example.com/app",
        "git@git.example.com:app?hunter2, git@git.example.com:app",
        "git@git.example.com:app#hunter2, git@git.example.com:app",
    })
    void a_given_url_with_a_secret_is_refused_without_showing_it_and_a_found_one_loses_it(
            String text, String stripped) {
        assertThatThrownBy(() -> GitUrl.given(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("git.example.com")
                .hasMessageContaining("credentials")
                .hasMessageNotContaining("hunter2");
        assertThat(GitUrl.found(text).text()).isEqualTo(stripped);
    }

    /** Forms that are none, hosts that are numbers or options, paths that climb or hide, and characters that forge. */
    private static final String INVALID = """
            app /srv/git/app.git C:\\git\\app C:/git/app file:///srv/git/app.git ftp://git.example.com/app
            javascript:alert(1)// https://git.example.com https://git.example.com/ https:///app
            me:hunter2@git.example.com:app git@git.example.com: ext::hunter2 me@ext::hunter2
            git@10.1:app git@2130706433:app git@0x7f000001:app https://2130706433/app git@010.1.2.3:app
            https://010.1.2.3/app git@a-.git.example.com:app git@-a.git.example.com:app -a.git.example.com:app
            git@git.example.com.7:app git@[abc:22]:app git@[::1::2]:app -oProxyCommand=hunter2@git.example.com:app
            ssh://-oProxyCommand=hunter2@git.example.com/app ssh://%2doProxyCommand=hunter2@git.example.com/app
            https://-git.example.com/app git@git.example.com:-hunter2 git@git.example.com:app://hunter2
            https://git.example.com/team/..;/hunter2/app https://git.example.com/team;hunter2/app
            https://git.example.com/team/..%5chunter2 https://git.example.com/team/..%2Fhunter2
            https://git.example.com/team/%252E%252e/hunter2 https://git.example.com/../hunter2
            https://git.example.com/team/../../hunter2 git@git.example.com:team\\..\\hunter2
            git@git.example.com:../hunter2 git@git.example.com:app\u001b[31m git@git.example.com:app\u202e
            https://git.example.com/app\u202e git@git.example.com:a\u2028pp""";

    static Stream<String> invalid() {
        return Stream.concat(
                Stream.of(INVALID.split("[ \n]+")), Stream.of("https://git.example.com/a b", "ext::sh -c hunter2"));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void what_no_server_can_fetch_from_is_refused_without_showing_it(String text) {
        assertThatThrownBy(() -> GitUrl.given(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("Invalid Git URL")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> GitUrl.found(text)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void a_url_of_more_than_2000_characters_is_refused() {
        String prefix = "https://git.example.com/";
        String longest = prefix + "a".repeat(2_000 - prefix.length());

        assertThat(GitUrl.given(longest).text()).isEqualTo(longest);
        assertThatThrownBy(() -> GitUrl.given(longest + "a"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("2000 characters");
        assertThatThrownBy(() -> GitUrl.found(longest + "a")).isInstanceOf(InvalidInputException.class);
    }

    static Stream<String> parts() {
        return Stream.concat(
                Stream.of("/ a a. a- 1. a@ a: a:b@ : ? # /.git /../ [ %".split(" ")), Stream.of(" ", "ssh://::\n"));
    }

    /** Texts that a server or an agent may choose. Backtracking takes minutes for the worst of them. */
    @ParameterizedTest
    @MethodSource("parts")
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_huge_text_is_judged_at_once(String part) {
        String huge = part.repeat((1 << 18) / part.length());
        for (String start : List.of("", "https://", "https://git.example.com/", "git@git.example.com:", "git@")) {
            for (String end : List.of("", ":x", "/x", "x")) {
                String text = start + huge + end;
                assertThatThrownBy(() -> GitUrl.given(text)).isInstanceOf(InvalidInputException.class);
                assertThatThrownBy(() -> GitUrl.found(text)).isInstanceOf(InvalidInputException.class);
                assertThat(GitUrl.shown(text)).hasSizeLessThan(1_000);
                assertThat(GitUrl.same(text, "https://git.example.com/app")).isFalse();
            }
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " \t"})
    void no_url_is_refused(String text) {
        assertThatThrownBy(() -> GitUrl.given(text)).hasMessageContaining("Git URL is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "https://Git.Example.com/app, https://git.example.com/app.git, true",
        "https://git.example.com/app/, https://git.example.com/app, true",
        "https://me:pw@git.example.com/app, https://git.example.com/app, true",
        "git@git.example.com:app, git@git.example.com:app.git, true",
        "https://git.example.com/app, https://git.example.com/App, false",
        "https://git.example.com/app, https://other.example.com/app, false",
        "https://git.example.com/app, ssh://git.example.com/app, false",
    })
    void urls_are_compared_by_what_they_name(String one, String other, boolean same) {
        assertThat(GitUrl.same(one, other)).isEqualTo(same);
        assertThat(GitUrl.same(other, one)).isEqualTo(same);
    }

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
        assertThat(BranchRef.of(name.replace("LONGEST", LONGEST_BRANCH)))
                .isEqualTo(ref.replace("LONGEST", LONGEST_BRANCH));
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
                : names.replace("LONGEST", LONGEST_BRANCH).split(";")) {
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
