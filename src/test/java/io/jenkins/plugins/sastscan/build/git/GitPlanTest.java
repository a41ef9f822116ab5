package io.jenkins.plugins.sastscan.build.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.build.git.GitDefaults.GitPlan;
import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which credentials fit a Git URL, and which settings a SAST server may return. */
class GitPlanTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://Git.Example.org:443/team/app | main | true",
                "https://git.example.org/team/app.git | refs/heads/main | true",
                "'' | '' | true",
                "https://git.example.org/team/app.git | other | false",
                "https://git.example.org/team/other.git | main | false",
            })
    void different_settings_on_the_sast_server_fail(String url, String branch, boolean equal) throws Exception {
        String json = "{\"url\":\"" + url + "\",\"branch\":\"" + branch + "\",\"useSsh\":false}";
        fixture.simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        GitPlan plan = new GitPlan(Fixture.REMOTE, AUTHENTICATIONS.get("credentials"));
        if (equal) {
            assertThat(plan.readBack(fixture.service(), Fixture.PROJECT)).containsEntry("useSsh", false);
        } else {
            assertThatThrownBy(() -> plan.readBack(fixture.service(), Fixture.PROJECT))
                    .hasMessageContaining("of project 7, but returns " + url + " " + branch + ". Check");
        }
    }
}
