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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.sf.json.JSONObject;
import net.sf.json.util.JSONUtils;
import org.jenkinsci.plugins.plaincredentials.impl.FileCredentialsImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

/** What users enter as Git settings arrives as it was meant, or is refused with the reason. */
@WithSast
class GitSettingsJenkinsTest {
    private static final String SSH = "git@git.example:team/app.git";

    @TempDir
    private static Path directory;

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "rsa -b 2048 -m PEM", "ecdsa -b 256 -m PKCS8"})
    void a_key_with_changed_white_space_arrives_as_ssh_keygen_wrote_it(String type) throws Exception {
        String key = SshKeys.generated(directory, type + " -N ''");
        List<String> changed =
                new ArrayList<>(List.of(key, key.strip(), key.indent(4), "\ufeff" + key, "notes\n" + key + "notes\n"));
        for (String end : List.of(" ", " \n", "\n\n", "\r\n", "\\n")) {
            changed.add(key.replace("\n", end));
        }
        configure(changed);
        for (int i = 0; i < changed.size(); i++) {
            enter("form" + i, changed.get(i));
        }
        for (int i = 0; i < changed.size(); i++) {
            for (String id : List.of("yaml" + i, "form" + i)) {
                assertThat(written(SSH, "main", id).privateKey()).as(id).contains(key);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ed25519", "rsa -b 2048 -m PEM", "ecdsa -b 256 -m PKCS8"})
    void an_incomplete_key_is_refused_before_anything_is_sent(String type) throws Exception {
        String key = SshKeys.generated(directory, type + " -N ''");
        List<String> lines = key.lines().toList();
        List<String> lineMissing = new ArrayList<>(lines);
        lineMissing.remove(2);
        List<String> changed = List.of(
                String.join("\n", lines.subList(0, lines.size() / 2)),
                String.join("\n", lines.subList(0, lines.size() / 2)) + "\n" + lines.get(lines.size() - 1),
                String.join("\n", lineMissing),
                String.join("\n", lines.subList(1, lines.size())));
        configure(changed);
        for (int i = 0; i < changed.size(); i++) {
            assertThat(sast.refusal(step(SSH, "main", "yaml" + i)))
                    .as(changed.get(i).replaceAll(".", "."))
                    .contains("The SSH key is unsupported, incomplete or damaged", "Copy the complete key file again");
        }
    }

    @Test
    void a_url_that_users_copy_from_a_browser_or_git_is_sent() throws Exception {
        Map<String, String> urls = new LinkedHashMap<>(Map.of(
                "https://git_server/app", "https://git_server/app",
                "https://müller.example/app.git", "https://xn--mller-kva.example/app.git",
                "https://git.1und1/app", "https://git.1und1/app",
                "https://dev.azure.com/org/My Project/_git/app", "https://dev.azure.com/org/My%20Project/_git/app",
                "https://git.example/a[b]", "https://git.example/a%5Bb%5D"));

        for (Map.Entry<String, String> each : urls.entrySet()) {
            assertThat(written(each.getKey(), "main", "").url()).isEqualTo(each.getValue());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.example/My%20App, https://git.example/My App",
        "https://git.example:443/app, https://git.example/app",
        "https://git.example/für, https://git.example/f%C3%BCr",
        "https://git.example/app.git, HTTPS://Git.Example//app/",
        "https://müller.example/app, https://xn--mller-kva.example/app",
    })
    void another_spelling_of_the_url_that_the_server_returns_is_no_difference(String url, String returned)
            throws Exception {
        answer(returned, "main");
        sast.build(step(url, "main", ""));

        answer("https://git.example/other", "main");
        assertThat(Logs.error(jenkins.buildAndAssertStatus(Result.FAILURE, sast.pipeline(step(url, "main", "")))))
                .contains("but returns https://git.example/other");
    }

    /** The step reads the settings once before it writes them. */
    private void answer(String url, String branch) {
        String json =
                JSONObject.fromObject(Map.of("url", url, "branch", branch)).toString();
        sast.simulator().clearFaults();
        sast.simulator().always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
    }

    @ParameterizedTest
    @CsvSource({"https://git.example/${UNSET}, main", "https://git.example/app, ${UNSET}"})
    void a_parameter_without_a_value_is_refused(String url, String branch) throws Exception {
        assertThat(sast.refusal(step(url, branch, ""))).contains("UNSET is not set in this build");
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

        for (String id : List.of("file", "no-password", "no-user", "empty")) {
            assertThat(sast.refusal(step("https://git.example/app", "main", id)))
                    .contains("The Git credentials \"" + id + "\"", fitting);
        }
        assertThat(sast.refusal(step(SSH, "main", "passphrase"))).contains("has a passphrase");
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

    private SimulatedGitSettings written(String url, String branch, String credentialsId) throws Exception {
        sast.build(step(url, branch, credentialsId));
        return sast.project().git().orElseThrow();
    }

    private static String step(String url, String branch, String credentialsId) {
        return SastJenkins.gitStep(url, credentialsId).replace("branch: 'main'", "branch: '" + branch + "'");
    }
}
