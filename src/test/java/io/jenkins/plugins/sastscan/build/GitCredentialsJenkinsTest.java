package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.Credentials;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import com.cloudbees.plugins.credentials.common.IdCredentials;
import com.cloudbees.plugins.credentials.domains.Domain;
import com.cloudbees.plugins.credentials.domains.DomainSpecification;
import com.cloudbees.plugins.credentials.domains.HostnamePortSpecification;
import com.cloudbees.plugins.credentials.domains.HostnameSpecification;
import com.cloudbees.plugins.credentials.domains.PathSpecification;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject.SimulatedGitSettings;
import io.jenkins.plugins.sastscan.step.GitSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class GitCredentialsJenkinsTest {
    private static final String HTTPS = "https://git.example/team/app.git";
    private static final String SSH = "git@git.example:team/app.git";

    private static JenkinsRule jenkins;
    private SastJenkins sast;
    private Domain bound;

    @Test
    void git_settings_can_contain_a_password_or_a_token_or_neither() throws Exception {
        sast.addCredentials(user("git", CredentialsScope.GLOBAL));
        sast.addCredentials(Servers.secretText("pat", "git-token"));
        Map<String, Map<String, String>> fields = Map.of(
                "git", Map.of("authentication", "credentials", "userName", "git-user", "password", "git-password"),
                "pat", Map.of("authentication", "PAT", "pat", "git-token"),
                "", Map.of("authentication", "none"));

        for (Map.Entry<String, Map<String, String>> each : fields.entrySet()) {
            sast.build(SastJenkins.gitStep(HTTPS, each.getKey()));

            assertThat(written().writtenBy()).isEqualTo(SimulatedOperation.WRITE_GIT);
            assertThat(written().fields())
                    .hasSize(2 + each.getValue().size())
                    .containsAllEntriesOf(each.getValue())
                    .containsAllEntriesOf(Map.of("url", HTTPS, "branch", "refs/heads/main"));
        }
    }

    @Test
    void missing_or_unsuitable_credentials_are_refused() throws Exception {
        Servers.addTo(jenkins.createProject(Folder.class), user("in-folder", CredentialsScope.GLOBAL));
        sast.addCredentials(user("git", CredentialsScope.GLOBAL));
        sast.addCredentials(user("system", CredentialsScope.SYSTEM));

        assertThat(sast.refusal(SastJenkins.gitStep(HTTPS, "gone"))).contains("\"gone\"");
        assertThat(sast.refusal(SastJenkins.gitStep(HTTPS, "system"))).contains("\"system\"");
        assertThat(sast.refusal(SastJenkins.gitStep(HTTPS, "in-folder"))).contains("\"in-folder\"");
        assertThat(sast.refusal(SastJenkins.gitStep(SSH, "git"))).contains("requires an SSH key");
    }

    @Test
    void folder_credentials_cannot_replace_the_access_token_of_the_server() throws Exception {
        Folder folder = jenkins.createProject(Folder.class);
        Servers.addTo(folder, Servers.secretText(SastJenkins.TOKEN_ID, "stolen-token"));

        jenkins.buildAndAssertSuccess(SastJenkins.pipeline(folder, SastJenkins.gitStep(HTTPS, "")));

        assertThat(sast.simulator().requests())
                .isNotEmpty()
                .allMatch(request -> request.header("Authorization")
                        .orElseThrow()
                        .equals("Bearer " + sast.simulator().accessToken()));
    }

    @Test
    void the_use_of_git_credentials_and_of_the_access_token_is_tracked() throws Exception {
        sast.addCredentials(user("tracked", CredentialsScope.GLOBAL));

        Run<?, ?> run = sast.build(SastJenkins.gitStep(HTTPS, "tracked"));

        for (Credentials credentials : SystemCredentialsProvider.getInstance().getCredentials()) {
            var fingerprint = CredentialsProvider.getFingerprintOf(credentials);
            assertThat(fingerprint).as(((IdCredentials) credentials).getId()).isNotNull();
            assertThat(fingerprint.getRangeSet(run.getParent().getFullName()).includes(run.getNumber()))
                    .isTrue();
        }
    }

    /** Credentials domains, each of which allows only certain URLs. */
    enum Allowed {
        HOST(new HostnameSpecification("git.example, *.team.example", null)),
        OTHER_HOST(new HostnameSpecification(null, "evil.example, *.evil.example")),
        PATH(new PathSpecification("/team/**", null, true)),
        PORT(new HostnamePortSpecification("git.example:7999", null)),
        HTTPS_PORT(new HostnamePortSpecification("git.example:443", null)),
        SSH_PORT(new HostnamePortSpecification("git.example:22", null));

        private final DomainSpecification specification;

        Allowed(DomainSpecification specification) {
            this.specification = specification;
        }
    }

    /** The form and the build look up credentials with the same domain requirements. */
    @ParameterizedTest
    @CsvSource({
        "HOST, https://git.example/team/app.git, true",
        "HOST, https://evil.example/team/app.git, false",
        "OTHER_HOST, https://evil.example./team/app.git, false",
        "PORT, ssh://git@git.example:7998/team/app.git, false",
        "PATH, https://git.example/team/../other/app.git, false",
        "HTTPS_PORT, https://git.example/team/app.git, true",
        "SSH_PORT, git@git.example:team/app.git, true"
    })
    void the_form_offers_only_credentials_whose_domain_allows_the_url(Allowed allowed, String url, boolean inside)
            throws Exception {
        bind(allowed);

        var form = jenkins.jenkins.getDescriptorByType(GitSettings.DescriptorImpl.class);
        assertThat(form.doFillCredentialsIdItems(jenkins.createFreeStyleProject(), "", url).stream()
                        .map(option -> option.value))
                .contains("")
                .filteredOn("bound"::equals)
                .hasSize(inside ? 1 : 0);
    }

    @Test
    void credentials_are_used_only_for_urls_of_their_domain() throws Exception {
        bind(Allowed.PATH);

        assertThat(sast.refusal(SastJenkins.gitStep("https://git.example/other/app.git", "bound")))
                .contains("\"bound\"");
        sast.build(SastJenkins.gitStep(HTTPS, "bound"));
        assertThat(written().userName()).contains("bound-user");
    }

    private void bind(Allowed allowed) throws Exception {
        bound = new Domain("bound", "", List.of(allowed.specification));
        SystemCredentialsProvider.getInstance()
                .getDomainCredentialsMap()
                .put(bound, List.of(user("bound", CredentialsScope.GLOBAL)));
    }

    @AfterEach
    void unbind() {
        if (bound != null) {
            SystemCredentialsProvider.getInstance().getDomainCredentialsMap().remove(bound);
        }
    }

    private static Credentials user(String id, CredentialsScope scope) throws Exception {
        return new UsernamePasswordCredentialsImpl(scope, id, "", id + "-user", id + "-password");
    }

    private SimulatedGitSettings written() {
        return sast.project().git().orElseThrow();
    }
}
