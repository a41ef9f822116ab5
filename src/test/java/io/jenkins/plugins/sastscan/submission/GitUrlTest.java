package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.input.InvalidInputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class GitUrlTest {
    @ParameterizedTest
    @CsvSource({
        "https://git.example.com/team/app.git, false",
        "http://git.example.com:8080/app, false",
        "git://git.example.com/app, false",
        "ssh://git@git.example.com:7999/team/app.git, true",
        "ssh://git.example.com/app, true",
        "git@git.example.com:team/app.git, true",
        "git.example.com:team/app.git, true",
        "me@[2001:db8::1]:app, true",
    })
    void the_known_forms_stay_as_they_are(String text, boolean ssh) {
        assertThat(GitUrl.given(" " + text + " ")).isEqualTo(new GitUrl(text, ssh));
        assertThat(GitUrl.found(text)).isEqualTo(new GitUrl(text, ssh));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://me:hunter2@git.example.com/app",
                "https://hunter2@git.example.com/app",
                "ssh://git:hunter2@git.example.com/app",
                "https://git.example.com/app?access_token=hunter2",
                "https://git.example.com/app#hunter2"
            })
    void a_given_url_with_a_secret_is_refused_without_showing_it(String text) {
        assertThatThrownBy(() -> GitUrl.given(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("git.example.com")
                .hasMessageContaining("credentials")
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @CsvSource({
        "https://me:hunter2@git.example.com/app, https://git.example.com/app",
        "https://hunter2@git.example.com/app, https://git.example.com/app",
        "ssh://git:hunter2@git.example.com/app, ssh://git@git.example.com/app",
        "ssh://git@git.example.com/app, ssh://git@git.example.com/app",
        "https://git.example.com/app?access_token=hunter2, https://git.example.com/app",
        "https://git.example.com/app#hunter2, https://git.example.com/app",
    })
    void a_found_url_loses_its_secret(String text, String stripped) {
        assertThat(GitUrl.found(text).text()).isEqualTo(stripped);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app",
                "/srv/git/app.git",
                "C:\\git\\app",
                "C:/git/app",
                "file:///srv/git/app.git",
                "ftp://git.example.com/app",
                "javascript:alert(1)//",
                "https://git.example.com",
                "https://git.example.com/",
                "https:///app",
                "https://git.example.com/a b",
                "me:hunter2@git.example.com:app",
                "git@git.example.com:",
                "ext::sh -c hunter2",
                "ext::hunter2",
                "me@ext::hunter2"
            })
    void what_no_server_can_fetch_from_is_refused_without_showing_it(String text) {
        assertThatThrownBy(() -> GitUrl.given(text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("none that a server can fetch from")
                .hasMessageNotContaining("hunter2");
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
}
