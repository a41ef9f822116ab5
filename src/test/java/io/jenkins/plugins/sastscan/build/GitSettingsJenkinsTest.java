package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.jenkins.plugins.sshcredentials.impl.BasicSSHUserPrivateKey;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SecretBytes;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.build.git.SshKeys;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.ConfigurationYaml;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject.SimulatedGitSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.sf.json.JSONObject;
import net.sf.json.util.JSONUtils;
import org.jenkinsci.plugins.plaincredentials.impl.FileCredentialsImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;

/** What users enter as Git settings arrives as it was meant, or is refused with the reason. */
@WithSast
class GitSettingsJenkinsTest {
    private static final String SSH = "git@git.example:team/app.git";

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void a_key_with_changed_white_space_arrives_as_ssh_keygen_wrote_it() throws Exception {
        String key = SshKeys.generated(directory, "ed25519 -N ''");
        List<String> changed =
                List.of(key.strip(), key.indent(4), key.replace("\n", " "), key.replace("\n", "\r\n"), "notes\n" + key);
        configure(changed);
        for (int i = 0; i < changed.size(); i++) {
            enter("form" + i, changed.get(i));
            for (String id : List.of("yaml" + i, "form" + i)) {
                assertThat(written(SSH, id).privateKey()).as(id).contains(key);
            }
        }
    }

    @Test
    void a_url_that_users_copy_from_a_browser_is_sent_with_percent_encoding() throws Exception {
        assertThat(written("https://müller.example/org/My Project/_git/app", "").url())
                .isEqualTo("https://xn--mller-kva.example/org/My%20Project/_git/app");
    }

    @Test
    void another_spelling_of_the_url_that_the_server_returns_is_no_difference() throws Exception {
        String step = SastJenkins.gitStep("https://git.example:443/My%20App.git", "");

        answer("HTTPS://Git.Example//My App/");
        sast.build(step);

        answer("https://git.example/other");
        assertThat(Logs.error(jenkins.buildAndAssertStatus(Result.FAILURE, sast.pipeline(step))))
                .contains("but returns https://git.example/other");
    }

    /** The step reads the settings once before it writes them. */
    private void answer(String url) {
        String json =
                JSONObject.fromObject(Map.of("url", url, "branch", "main")).toString();
        sast.simulator().clearFaults();
        sast.simulator().always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
    }

    @Test
    void a_parameter_without_a_value_is_refused() throws Exception {
        String step = SastJenkins.gitStep("https://git.example/app", "");

        assertThat(sast.refusal(step.replace("/app", "/${UNSET}"))).contains("UNSET is not set in this build");
        assertThat(sast.refusal(step.replace("branch: 'main'", "branch: '${UNSET}'")))
                .contains("UNSET is not set in this build");
    }

    @Test
    void credentials_that_do_not_fit_are_refused_with_those_that_fit() throws Exception {
        String fitting = "Select a user name with password, a secret text (access token) or an SSH key.";
        sast.addCredentials(new FileCredentialsImpl(
                CredentialsScope.GLOBAL, "file", "", "file", SecretBytes.fromRawBytes(new byte[1])));
        sast.addCredentials(Servers.user("no-password", "me", ""));
        sast.addCredentials(Servers.user("no-user", "", "token"));
        sast.addCredentials(Servers.secretText("empty", ""));
        sast.addCredentials(new BasicSSHUserPrivateKey(
                CredentialsScope.GLOBAL,
                "passphrase",
                "git",
                new BasicSSHUserPrivateKey.DirectEntryPrivateKeySource(SshKeys.pem()),
                "open sesame",
                ""));

        String half = SshKeys.pem().lines().limit(2).collect(Collectors.joining("\n"));
        sast.addCredentials(Servers.sshKey("half", half));

        for (String id : List.of("file", "no-password", "no-user", "empty")) {
            assertThat(sast.refusal(SastJenkins.gitStep("https://git.example/app", id)))
                    .contains("The Git credentials \"" + id + "\"", fitting);
        }
        assertThat(sast.refusal(SastJenkins.gitStep(SSH, "passphrase"))).contains("has a passphrase");
        assertThat(sast.refusal(SastJenkins.gitStep(SSH, "half"))).contains("Copy the complete key file again");
    }

    /** Adds credentials with the IDs yaml0, yaml1 and so on by Configuration as Code. */
    private void configure(List<String> keys) throws Exception {
        StringBuilder yaml = new StringBuilder("credentials:\n  system:\n    domainCredentials:\n    - credentials:\n"
                + "      - string:\n          scope: SYSTEM\n          id: " + SastJenkins.TOKEN_ID
                + "\n          secret: " + sast.simulator().accessToken() + "\n");
        for (int i = 0; i < keys.size(); i++) {
            yaml.append("      - basicSSHUserPrivateKey:\n          scope: GLOBAL\n          id: yaml" + i
                    + "\n          username: git\n          privateKeySource:\n            directEntry:\n"
                    + "              privateKey: " + JSONUtils.quote(keys.get(i)) + "\n");
        }
        ConfigurationYaml.configure(yaml.toString());
    }

    /** Adds credentials as the form does. */
    private static void enter(String id, String key) throws Exception {
        JSONObject source = new JSONObject()
                .element("stapler-class", BasicSSHUserPrivateKey.DirectEntryPrivateKeySource.class.getName())
                .element("privateKey", key);
        JSONObject credentials = new JSONObject()
                .element("$class", BasicSSHUserPrivateKey.class.getName())
                .element("scope", "GLOBAL")
                .element("id", id)
                .element("username", "git")
                .element("privateKeySource", source)
                .element("passphrase", "");
        String form = new JSONObject().element("credentials", credentials).toString();
        try (JenkinsRule.WebClient client = Browsers.openAs(jenkins, "")) {
            Browsers.post(client, "credentials/store/system/domain/_/createCredentials", Map.of("json", form));
        }
    }

    private SimulatedGitSettings written(String url, String credentialsId) throws Exception {
        sast.build(SastJenkins.gitStep(url, credentialsId));
        return sast.project().git().orElseThrow();
    }
}
