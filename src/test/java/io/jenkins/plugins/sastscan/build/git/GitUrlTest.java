package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GitUrlTest {
    @ParameterizedTest
    @CsvSource({
        "https://git.example.com/team/app.git, https://git.example.com:443/team/app.git",
        "HTTPS://Git.Example.COM./team//app, https://git.example.com:443/team/app",
        "https://git.example.com/%74eam/a%20b, https://git.example.com:443/team/a b",
        "http://git.example.com:8080/app, http://git.example.com:8080/app",
        "https://10.1.2.3/app, https://10.1.2.3:443/app",
        "https://git_server/app, https://git_server:443/app",
        "https://git.my_team.example/app, https://git.my_team.example:443/app",
        "https://git.1und1/app, https://git.1und1:443/app",
        "https://xn--mller-kva.example/app, https://xn--mller-kva.example:443/app",
        "git://git.example.com/app, git://git.example.com:9418/app",
        "ssh://git@git.example.com:7999/team/app.git, ssh://git.example.com:7999/team/app.git",
        "ssh://git.example.com/app, ssh://git.example.com:22/app",
        "git@git.example.com:team/app.git, ssh://git.example.com:22/team/app.git",
        "git@git.example.com:/srv/a%b, ssh://git.example.com:22/srv/a%b",
        "git@git.example.com:My Project/für, ssh://git.example.com:22/My Project/für",
        "git.example.com:team/app.git, ssh://git.example.com:22/team/app.git",
        "git@10.0.0.1:app, ssh://10.0.0.1:22/app",
        "git@git_server:app, ssh://git_server:22/app",
        "me@[2001:DB8::1]:app, ssh://2001:db8::1:22/app",
    })
    void a_valid_url_keeps_its_text_and_gets_a_normalized_address(String text, String address) {
        GitUrl url = GitUrl.given(" " + text + " ");

        assertThat(url.text()).isEqualTo(text);
        assertThat(url.scheme() + "://" + url.host() + ":" + url.port() + url.path())
                .isEqualTo(address);
    }

    @ParameterizedTest
    @CsvSource({
        "https://dev.azure.com/org/My Project/_git/app, https://dev.azure.com/org/My%20Project/_git/app",
        "https://git.example.com/für[a]{b}/app, https://git.example.com/f%C3%BCr%5Ba%5D%7Bb%7D/app",
        "https://git.example.com/a%20b c, https://git.example.com/a%20b%20c",
        "https://Müller.example:8443/App, https://xn--mller-kva.example:8443/App",
        "ssh://git@müller.example/a b, ssh://git@xn--mller-kva.example/a%20b",
    })
    void a_url_is_sent_with_percent_encoding_and_an_ascii_host(String text, String sent) {
        assertThat(GitUrl.given(text).text()).isEqualTo(sent);
    }

    /** The path of a URL is not secret. Everything before an @ can be secret. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unknown form | app /srv/git/app.git C:\\git\\app C:/git/app file:///srv/git/app ftp://git.example.com/a",
                "unknown form | https://git.example.com https://git.example.com/ https://git.example.com:port/app",
                "unknown form | javascript:alert(1)// me:hunter2@git.example.com:app git@git.example.com: ext::path",
                "unknown form | git@[::1::2]x:app -oProxyCommand=hunter2@git.example.com:app git@git.example.com:-path",
                "unknown form | ssh://-oProxyCommand=hunter2@git.example.com/app ssh://%2doProxy=hunter2@git.example.com/a",
                "ambiguous host | https://2130706433/app https://010.1.2.3/app git@10.1:app git@0x7f000001:app",
                "invalid host | https://-git.example.com/app git@a-.git.example.com:app https:///app",
                "ambiguous path | https://git.example.com/team/../path https://git.example.com/%2e%2E/path git@a.b:../path",
                "ambiguous path | https://git.example.com/..;/app https://git.example.com/..%5cpath git@a.b:a\\..\\b",
                "ambiguous path | https://git.example.com/a%2Fb https://git.example.com/%252E%252e/a https://a.b/a%0Ab",
                "control character | git@git.example.com:app\u001b[31m git@git.example.com:app\u202e git@a.b:a\u2028b",
                "password | https://me:hunter2@git.example.com/app",
            })
    void an_invalid_url_is_rejected_with_the_reason_and_without_its_secrets(String reason, String urls) {
        for (String url : urls.split(" ")) {
            assertRejected(() -> GitUrl.given(url), "Invalid Git URL: it ", reason);
            assertThat(GitUrl.shown(url)).doesNotContain("hunter2");
        }
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
    void secrets_are_forbidden_in_entered_urls_and_removed_from_checkout_urls(String text, String stripped) {
        assertRejected(() -> GitUrl.given(text), "contains a user name", "credentials");
        assertThat(GitUrl.withoutSecrets(text)).isEqualTo(stripped);
    }

    @ParameterizedTest
    @CsvSource({
        "https://me:hunter2@git.example.com/app?x=hunter2, https://git.example.com/app",
        "me:hunter2@git.example.com:app, git.example.com:app",
        "git@git.example.com:team/app.git, git@git.example.com:team/app.git",
        "C:\\git\\app, C:\\git\\app",
        "https:/me:hunter2@git.example.com/app, git.example.com/app",
        "https://me:hun/hunter2@git.example.com, https://git.example.com",
        "ftp://git.example.com/app?access_token=hunter2, ftp://git.example.com/app",
    })
    void a_url_is_shown_without_its_secrets(String text, String shown) {
        assertThat(GitUrl.shown(text)).isEqualTo(shown);
    }

    @Test
    void a_url_has_at_most_2000_characters() {
        String prefix = "https://git.example.com/";
        String longest = prefix + "a".repeat(2_000 - prefix.length());

        assertThat(GitUrl.given(longest).text()).isEqualTo(longest);
        assertRejected(() -> GitUrl.given(longest + "a"), "2000 characters");
    }

    /** A backtracking regular expression would need minutes to check a very long URL from a server or an agent. */
    @ParameterizedTest
    @ValueSource(strings = {"/", "a", "a.", "1.", "a@", "a:b@", ":", "?", "/.git", "/../", "[", "%", " ", "ssh://::\n"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_long_url_is_checked_quickly(String part) {
        for (String start : List.of("", "https://", "https://git.example.com/", "git@git.example.com:")) {
            for (int length : new int[] {1_900, 1 << 16}) {
                String text = start + part.repeat(length / part.length()) + ":x";

                assertThat(GitUrl.shown(text)).hasSizeLessThan(6_100);
                assertThat(GitUrl.comparable(text)).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://Git.Example.com/app, https://git.example.com/app.git, true",
        "https://git.example.com/app/, https://git.example.com/app, true",
        "https://me:pw@git.example.com/app, https://git.example.com/app, true",
        "git@git.example.com:app, git@git.example.com:app.git, true",
        "https://git.example.com/My%20App, https://git.example.com/My App, true",
        "https://git.example.com/für, https://git.example.com/f%c3%bcr, true",
        "https://git.example.com:443/app, https://git.example.com/app, true",
        "ssh://git@git.example.com:22/app, git@git.example.com:app, true",
        "ssh://git@git.example.com//team//app/, git@git.example.com:team/app.git, true",
        "https://müller.example/app, HTTPS://XN--MLLER-KVA.EXAMPLE/app, true",
        "https://git.example.com/app, https://git.example.com:8443/app, false",
        "ssh://git@git.example.com/app, ssh://me@git.example.com/app, false",
        "https://git.example.com/app, http://git.example.com/app, false",
        "https://git.example.com/app, https://git.example.com/App, false",
        "https://git.example.com/app, https://other.example.com/app, false",
        "https://git.example.com/app, ssh://git.example.com/app, false",
    })
    void urls_of_the_same_repository_are_equal(String one, String other, boolean same) {
        assertThat(GitUrl.comparable(one).equals(GitUrl.comparable(other))).isEqualTo(same);
    }
}
