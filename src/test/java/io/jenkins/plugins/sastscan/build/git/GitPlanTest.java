package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.SecretText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which credentials fit a Git URL. */
class GitPlanTest {
    private static final String KEY = SshKeys.pem();
    private static final SecretText SECRET = new SecretText("hunter2");
    private static final Map<String, GitAuthentication> AUTHENTICATIONS = Map.of(
            "none",
            GitAuthentication.NONE,
            "credentials",
            new GitAuthentication(GitAuthentication.Kind.USER_PASSWORD, "me", SECRET, false),
            "PAT",
            new GitAuthentication(GitAuthentication.Kind.TOKEN, SECRET),
            "ssh",
            SshPrivateKey.only(List.of(new SecretText(KEY)), false));

    @ParameterizedTest
    @CsvSource({
        "https://git.example.com/app, none",
        "https://git.example.com/app, credentials",
        "https://git.example.com/app, PAT",
        "git@git.example.com:app, ssh",
    })
    void a_plan_keeps_the_authentication_but_never_shows_the_secret(String url, String method) {
        GitAuthentication given = AUTHENTICATIONS.get(method);
        GitPlan plan = GitPlan.of(GitUrl.given(url), "refs/heads/main", given);
        assertThat(plan.authentication()).isEqualTo(given);
        assertThat(plan.authentication().method()).isEqualTo(method);
        assertThat(plan.remote().url()).isEqualTo(url);
        assertThat(plan.remote().branch()).isEqualTo("refs/heads/main");
        assertThat(plan + " " + given).doesNotContain("hunter2", "PRIVATE KEY");
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.example.com/app, ssh, not an SSH URL",
        "git@git.example.com:app, PAT, requires an SSH key",
        "git@git.example.com:app, credentials, requires an SSH key",
        "git@git.example.com:app, none, requires an SSH key",
        "http://git.example.com/app, PAT, requires an https URL",
        "git://git.example.com/app, PAT, requires an https URL",
    })
    void credentials_that_do_not_fit_the_url_are_rejected(String url, String method, String reason) {
        assertRejected(() -> GitPlan.of(GitUrl.given(url), "refs/heads/main", AUTHENTICATIONS.get(method)), reason);
    }
}
