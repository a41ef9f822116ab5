package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;

import io.jenkins.plugins.sastscan.build.git.GitDefaults.GitPlan;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
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
        "https://git.example.com/app, ssh",
        "git@git.example.com:app, PAT",
        "git@git.example.com:app, credentials",
        "git@git.example.com:app, none",
        "http://git.example.com/app, PAT",
        "git://git.example.com/app, PAT",
    })
    void credentials_that_do_not_fit_the_url_are_rejected(String url, String method) {
        assertRejected(() -> GitPlan.requireMatch(GitUrl.given(url), AUTHENTICATIONS.get(method)), "do not fit");
    }
}
