package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://git.example.com/a\tb | control character",
                "https://git.example.com/a%0Ab | ambiguous path",
                "https://git.example.com/a%2Fb | ambiguous path",
                "https://git.example.com/a\\b | ambiguous path",
                "https://2130706433/app | ambiguous host",
                "https://010.1.2.3/app | ambiguous host",
                "https://a b.example/app | invalid host",
                "https://-a.example/app | invalid host",
                "https://git.example.com | unknown form",
                "https://git.example.com:port/app | unknown form",
                "ftp://git.example.com/app | unknown form",
                "/srv/git/app | unknown form",
                "https://me:hunter2@git.example.com/app | password",
            })
    void a_rejected_url_is_rejected_with_the_reason(String text, String reason) {
        assertRejected(() -> GitUrl.given(text.replace("\\t", "\t")), "Invalid Git URL: it ", reason);
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

    /**
     * Invalid URLs: unsupported forms, hosts that look like numbers or options, paths with disguised parent
     * directories, and control characters.
     */
    private static final String INVALID = """
            app /srv/git/app.git C:\\git\\app C:/git/app file:///srv/git/app.git ftp://git.example.com/app
            javascript:alert(1)// https://git.example.com https://git.example.com/ https:///app
            me:hunter2@git.example.com:app git@git.example.com: ext::hunter2 me@ext::hunter2
            git@10.1:app git@2130706433:app git@0x7f000001:app https://2130706433/app git@010.1.2.3:app
            https://010.1.2.3/app git@a-.git.example.com:app git@-a.git.example.com:app -a.git.example.com:app
            git@git.example.com.7:app git@[abc:22]:app git@[::1::2]:app -oProxyCommand=hunter2@git.example.com:app
            ssh://-oProxyCommand=hunter2@git.example.com/app ssh://%2doProxyCommand=hunter2@git.example.com/app
            https://-git.example.com/app git@git.example.com:-hunter2 git@git.example.com:app://hunter2
            https://git.example.com/team/../hunter2 https://git.example.com/team/%2e%2E/hunter2
            git@git.example.com:team/../hunter2 https://git.example.com/./hunter2
            https://git.example.com/team/..;/hunter2/app https://git.example.com/team;hunter2/app
            https://git.example.com/team/..%5chunter2 https://git.example.com/team/..%2Fhunter2
            https://git.example.com/team/%252E%252e/hunter2 https://git.example.com/../hunter2
            https://git.example.com/team/../../hunter2 git@git.example.com:team\\..\\hunter2
            git@git.example.com:../hunter2 git@git.example.com:app\u001b[31m git@git.example.com:app\u202e
            https://git.example.com/app\u202e git@git.example.com:a\u2028pp""";

    static Stream<String> invalid() {
        return Stream.concat(Stream.of(INVALID.split("[ \n]+")), Stream.of("ext::sh -c hunter2", "", " \t"));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void an_invalid_url_is_rejected_and_its_secrets_are_not_shown(String text) {
        assertRejected(() -> GitUrl.given(text), "Invalid Git URL");
        // The path of a URL is not secret. Everything before an @ can be secret.
        assertThat(GitUrl.shown(text.replaceFirst("hunter2(?!.*@)", "path"))).doesNotContain("hunter2");
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

    static Stream<String> parts() {
        return Stream.concat(
                Stream.of("/ a a. a- 1. a@ a: a:b@ : ? # /.git /../ [ %".split(" ")), Stream.of(" ", "ssh://::\n"));
    }

    /**
     * A SAST server or an agent can send a very long URL. A backtracking regular expression would need minutes to check
     * it.
     */
    @ParameterizedTest
    @MethodSource("parts")
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_long_url_is_checked_quickly(String part) {
        String huge = part.repeat((1 << 16) / part.length());
        for (String start : List.of("", "https://", "https://git.example.com/", "git@git.example.com:", "git@")) {
            for (String end : List.of("", ":x", "/x", "x")) {
                String text = start + huge + end;
                assertThatThrownBy(() -> GitUrl.given(text)).isInstanceOf(InvalidInputException.class);
                assertThat(GitUrl.shown(text)).hasSizeLessThan(6_100);
                assertThat(GitUrl.comparable(text)).isEqualTo(text.strip());
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
