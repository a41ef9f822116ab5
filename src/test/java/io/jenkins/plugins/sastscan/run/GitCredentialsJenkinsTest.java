package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.jenkins.plugins.sshcredentials.impl.BasicSSHUserPrivateKey;
import com.cloudbees.plugins.credentials.Credentials;
import com.cloudbees.plugins.credentials.CredentialsParameterDefinition;
import com.cloudbees.plugins.credentials.CredentialsParameterValue;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import com.cloudbees.plugins.credentials.common.IdCredentials;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.domains.Domain;
import com.cloudbees.plugins.credentials.domains.DomainSpecification;
import com.cloudbees.plugins.credentials.domains.HostnamePortSpecification;
import com.cloudbees.plugins.credentials.domains.HostnameSpecification;
import com.cloudbees.plugins.credentials.domains.PathSpecification;
import com.cloudbees.plugins.credentials.impl.BaseStandardCredentials;
import com.cloudbees.plugins.credentials.impl.UsernamePasswordCredentialsImpl;
import hudson.model.Cause;
import hudson.model.CauseAction;
import hudson.model.Fingerprint;
import hudson.model.ParametersAction;
import hudson.model.ParametersDefinitionProperty;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.User;
import hudson.security.ACL;
import hudson.security.ACLContext;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.simulator.SimulatedGitSettings;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.submission.SshKeys;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jenkinsci.plugins.plaincredentials.impl.StringCredentialsImpl;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class GitCredentialsJenkinsTest {
    private static final String HTTPS = "https://git.example/team/app.git";
    private static final String SSH = "git@git.example:team/app.git";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void a_user_with_password_is_written_as_credentials() throws Exception {
        sast.addCredentials(user("git", CredentialsScope.GLOBAL));

        sast.build(step(HTTPS, "git"));

        assertThat(written().writtenBy()).isEqualTo(SimulatedOperation.WRITE_GIT);
        assertThat(written().fields())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "url", HTTPS,
                        "branch", "refs/heads/main",
                        "authentication", "credentials",
                        "userName", "git-user",
                        "password", "git-password"));
    }

    @Test
    void a_secret_text_is_written_as_an_access_token() throws Exception {
        sast.addCredentials(text("pat", CredentialsScope.GLOBAL, "git-token"));

        sast.build(step(HTTPS, "pat"));

        assertThat(written().writtenBy()).isEqualTo(SimulatedOperation.WRITE_GIT);
        assertThat(written().fields())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("url", HTTPS, "branch", "refs/heads/main", "authentication", "PAT", "pat", "git-token"));
    }

    @Test
    void an_ssh_key_is_written_with_the_operation_for_keys() throws Exception {
        String key = SshKeys.pem();
        sast.addCredentials(key("key", key, ""));

        sast.build(step(SSH, "key"));

        assertThat(written().writtenBy()).isEqualTo(SimulatedOperation.WRITE_GIT_SSH);
        assertThat(written().url()).isEqualTo(SSH);
        assertThat(written().branch()).isEqualTo("refs/heads/main");
        assertThat(written().privateKey().orElseThrow().strip()).isEqualTo(key.strip());
    }

    @Test
    void no_credentials_are_written_as_none() throws Exception {
        sast.build(step(HTTPS, ""));

        assertThat(written().fields())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("url", HTTPS, "branch", "refs/heads/main", "authentication", "none"));
    }

    @Test
    void a_key_with_a_passphrase_is_refused() throws Exception {
        sast.addCredentials(key("locked", SshKeys.pem(), "open sesame"));

        assertThat(refusal(step(SSH, "locked"))).contains("passphrase");
    }

    @Test
    void several_keys_are_refused() throws Exception {
        sast.addCredentials(new TwoKeys("two"));

        assertThat(refusal(step(SSH, "two"))).contains("2 private keys");
    }

    @ParameterizedTest
    @CsvSource({
        SSH + ", git, requires an SSH key",
        SSH + ", '', requires an SSH key",
        "http://git.example/team/app.git, pat, requires an https URL",
    })
    void credentials_that_are_not_for_the_url_are_refused_in_the_form_and_in_the_build(
            String url, String id, String reason) throws Exception {
        sast.addCredentials(user("git", CredentialsScope.GLOBAL));
        sast.addCredentials(text("pat", CredentialsScope.GLOBAL, "git-token"));

        assertThat(refusal(step(url, id))).contains(reason);
        assertThat(form().doCheckUrl(jenkins.createFreeStyleProject(), url, id)).hasMessageContaining(reason);
    }

    @Test
    void credentials_of_another_kind_are_refused() throws Exception {
        sast.addCredentials(new OddCredentials("odd"));

        assertThat(refusal(step(HTTPS, "odd"))).contains("\"odd\"").contains("SSH key");
    }

    @Test
    void a_key_for_an_https_url_is_refused() throws Exception {
        sast.addCredentials(key("key", SshKeys.pem(), ""));

        assertThat(refusal(step(HTTPS, "key"))).contains("SSH");
    }

    @Test
    void unknown_credentials_are_refused_before_anything_is_sent() throws Exception {
        assertThat(refusal(step(HTTPS, "gone"))).contains("\"gone\"");
    }

    @Test
    void system_scope_is_for_no_job() throws Exception {
        sast.addCredentials(user("system", CredentialsScope.SYSTEM));

        assertThat(refusal(step(HTTPS, "system"))).contains("\"system\"");
    }

    @Test
    void a_folders_credentials_are_found_by_its_jobs_and_by_no_others() throws Exception {
        Folder folder = jenkins.createProject(Folder.class);
        Folder sibling = jenkins.createProject(Folder.class);
        Folder inner = folder.createProject(Folder.class, "inner");
        Servers.addTo(folder, user("in-folder", CredentialsScope.GLOBAL));

        jenkins.buildAndAssertSuccess(
                SastJenkins.pipeline(inner.createProject(WorkflowJob.class, "job"), step(HTTPS, "in-folder")));
        Run<?, ?> other = jenkins.buildAndAssertStatus(
                Result.FAILURE,
                SastJenkins.pipeline(sibling.createProject(WorkflowJob.class, "job"), step(HTTPS, "in-folder")));

        assertThat(written().userName()).contains("in-folder-user");
        assertThat(sast.project().gitWrites()).isEqualTo(1);
        assertThat(Logs.ofSteps(other)).singleElement().asString().contains("\"in-folder\"");
    }

    @Test
    void no_folder_can_put_a_token_in_place_of_the_servers() throws Exception {
        Folder folder = jenkins.createProject(Folder.class);
        Servers.addTo(folder, text(SastJenkins.TOKEN_ID, CredentialsScope.GLOBAL, "stolen-token"));

        jenkins.buildAndAssertSuccess(
                SastJenkins.pipeline(folder.createProject(WorkflowJob.class, "job"), step(HTTPS, "")));

        assertThat(sast.simulator().requests())
                .isNotEmpty()
                .allMatch(request -> request.header("Authorization")
                        .orElseThrow()
                        .equals("Bearer " + sast.simulator().accessToken()));
    }

    @Test
    void a_credentials_parameter_is_followed() throws Exception {
        sast.addCredentials(user("one", CredentialsScope.GLOBAL));
        sast.addCredentials(user("two", CredentialsScope.GLOBAL));
        WorkflowJob job = sast.pipeline(step(HTTPS, "${WHICH}"));
        job.addProperty(new ParametersDefinitionProperty(
                new CredentialsParameterDefinition("WHICH", "", "one", StandardCredentials.class.getName(), true)));

        jenkins.buildAndAssertSuccess(job);
        assertThat(written().userName()).contains("one-user");

        jenkins.assertBuildStatusSuccess(
                job.scheduleBuild2(0, new ParametersAction(new CredentialsParameterValue("WHICH", "two", ""))));
        assertThat(written().userName()).contains("two-user");
    }

    @Test
    void a_credentials_parameter_may_name_credentials_of_who_starts_the_build() throws Exception {
        jenkins.jenkins.setSecurityRealm(jenkins.createDummySecurityRealm());
        User alice = User.getById("alice", true);
        ACLContext asAlice = ACL.as2(alice.impersonate2());
        try {
            CredentialsProvider.lookupStores(alice)
                    .iterator()
                    .next()
                    .addCredentials(Domain.global(), user("own", CredentialsScope.USER));
        } finally {
            asAlice.close();
        }
        WorkflowJob job = sast.pipeline(step(HTTPS, "${WHICH}"));
        job.addProperty(new ParametersDefinitionProperty(
                new CredentialsParameterDefinition("WHICH", "", "", StandardCredentials.class.getName(), false)));
        ParametersAction own = new ParametersAction(new CredentialsParameterValue("WHICH", "own", "", false));

        jenkins.assertBuildStatusSuccess(job.scheduleBuild2(0, new CauseAction(new Cause.UserIdCause("alice")), own));
        assertThat(written().userName()).contains("own-user");

        jenkins.assertBuildStatus(
                Result.FAILURE,
                job.scheduleBuild2(0, new CauseAction(new Cause.UserIdCause("bob")), own)
                        .get());
        assertThat(sast.project().gitWrites()).isEqualTo(1);
    }

    static Stream<Arguments> urlsAndDomains() {
        DomainSpecification host = new HostnameSpecification("git.example, *.team.example", null);
        DomainSpecification notHost = new HostnameSpecification(null, "evil.example, *.evil.example");
        DomainSpecification path = new PathSpecification("/team/**", null, true);
        DomainSpecification port = new HostnamePortSpecification("git.example:7999", null);
        DomainSpecification httpsPort = new HostnamePortSpecification("git.example:443", null);
        DomainSpecification sshPort = new HostnamePortSpecification("git.example:22", null);
        return Stream.of(
                Arguments.of("https://git.example/team/app.git", host, true),
                Arguments.of("https://GIT.example./team/app.git", host, true),
                Arguments.of("git@git.example:team/app.git", host, true),
                Arguments.of("git@code.team.example:team/app.git", host, true),
                Arguments.of("ssh://git@git.example:7999/team/app.git", port, true),
                Arguments.of("git@git.example:team/app.git", path, true),
                Arguments.of("https://git.example/team/app.git", notHost, true),
                Arguments.of("https://evil.example/team/app.git", host, false),
                Arguments.of("git@evil.example:team/app.git", host, false),
                Arguments.of("git@[2001:db8::66]:team/app.git", host, false),
                Arguments.of("git@10.1:team/app.git", host, false),
                Arguments.of("git@2130706433:team/app.git", host, false),
                Arguments.of("git@a-.evil.example:team/app.git", host, false),
                Arguments.of("ssh://git@a-.evil.example/team/app.git", host, false),
                Arguments.of("https://git.example@evil.example/team/app.git", host, false),
                Arguments.of("https://evil.example./team/app.git", notHost, false),
                Arguments.of("git@a-.evil.example:team/app.git", notHost, false),
                Arguments.of("ssh://git@git.example:7998/team/app.git", port, false),
                Arguments.of("https://git.example/team/../other/app.git", path, false),
                Arguments.of("https://git.example/team/%2e%2e/other/app.git", path, false),
                Arguments.of("git@git.example:team/../other/app.git", path, false),
                Arguments.of("git@git.example:other/app.git", path, false),
                Arguments.of("https://git.example/team/app.git", port, false),
                Arguments.of("git@git.example:team/app.git", port, false),
                Arguments.of("https://git.example/team/app.git", httpsPort, true),
                Arguments.of("https://git.example:443/team/app.git", httpsPort, true),
                Arguments.of("http://git.example/team/app.git", httpsPort, false),
                Arguments.of("ssh://git@git.example/team/app.git", sshPort, true),
                Arguments.of("git@git.example:team/app.git", sshPort, true),
                Arguments.of("git://git.example/team/app.git", sshPort, false),
                Arguments.of("https://git.example/team/..;/other/app.git", path, false),
                Arguments.of("https://git.example/team/..%5Cother/app.git", path, false),
                Arguments.of("https://git.example/team/%252e%252e/other/app.git", path, false),
                Arguments.of("https://git.example/other/..%2Fteam/app.git", path, false));
    }

    @ParameterizedTest
    @MethodSource("urlsAndDomains")
    void credentials_of_a_domain_go_to_its_urls_and_to_no_other(
            String url, DomainSpecification specification, boolean inside) throws Exception {
        Map<Domain, List<Credentials>> store =
                SystemCredentialsProvider.getInstance().getDomainCredentialsMap();
        Domain domain = new Domain("domain", "", List.of(specification));
        boolean ssh = url.startsWith("git@") || url.startsWith("ssh:");
        store.put(domain, List.of(ssh ? key("bound", SshKeys.pem(), "") : user("bound", CredentialsScope.GLOBAL)));
        try {
            if (inside) {
                sast.build(step(url, "bound"));
                assertThat(written().url()).isEqualTo(url);
                assertThat(ssh ? written().privateKey() : written().userName()).isPresent();
            } else {
                refusal(step(url, "bound"));
            }
            assertThat(offered(url).contains("bound")).isEqualTo(inside);
        } finally {
            store.remove(domain);
        }
    }

    private static GitSettings.DescriptorImpl form() {
        return jenkins.jenkins.getDescriptorByType(GitSettings.DescriptorImpl.class);
    }

    /** The IDs that the form of a job offers for a URL. */
    private static List<String> offered(String url) throws Exception {
        return form().doFillCredentialsIdItems(jenkins.createFreeStyleProject(), "", url).stream()
                .map(option -> option.value)
                .toList();
    }

    @Test
    void the_form_offers_credentials_of_all_domains_until_there_is_a_url() throws Exception {
        sast.addCredentials(user("anywhere", CredentialsScope.GLOBAL));

        assertThat(offered("")).contains("anywhere");
        assertThat(offered("https://git.example/app")).contains("anywhere");
        assertThat(offered("git@10.1:app")).doesNotContain("anywhere");
    }

    @Test
    void the_use_of_both_is_tracked() throws Exception {
        sast.addCredentials(user("tracked", CredentialsScope.GLOBAL));

        Run<?, ?> run = sast.build(step(HTTPS, "tracked"));

        for (Credentials credentials : SystemCredentialsProvider.getInstance().getCredentials()) {
            Fingerprint fingerprint = CredentialsProvider.getFingerprintOf(credentials);
            assertThat(fingerprint).as(((IdCredentials) credentials).getId()).isNotNull();
            assertThat(fingerprint.getRangeSet(run.getParent().getFullName()).includes(run.getNumber()))
                    .isTrue();
        }
    }

    @Test
    void no_secret_is_in_any_log() throws Exception {
        String key = SshKeys.pem();
        sast.addCredentials(user("git", CredentialsScope.GLOBAL));
        sast.addCredentials(text("pat", CredentialsScope.GLOBAL, "git-token"));
        sast.addCredentials(key("key", key, ""));

        Run<?, ?> run = sast.build(step(HTTPS, "git") + "\n" + step(HTTPS, "pat") + "\n" + step(SSH, "key"));

        assertThat(JenkinsRule.getLog(run))
                .doesNotContain(
                        sast.simulator().accessToken(),
                        "git-password",
                        "git-token",
                        key.lines().toList().get(1));
    }

    private SimulatedGitSettings written() {
        return sast.project().git().orElseThrow();
    }

    /** The one line of a build that fails without a single request. */
    private String refusal(String script) throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.pipeline(script));
        assertThat(sast.simulator().requests()).isEmpty();
        List<String> lines = Logs.ofSteps(run);
        assertThat(lines).singleElement().asString().startsWith("ERROR: SAST: ");
        return lines.get(0);
    }

    private static String step(String url, String credentialsId) {
        return "sastScan(server: 'main', projectId: '42', upload: false, forceScan: false, git: [url: '" + url
                + "', branch: 'main', credentialsId: '" + credentialsId + "'])";
    }

    private static Credentials user(String id, CredentialsScope scope) throws Exception {
        return new UsernamePasswordCredentialsImpl(scope, id, "", id + "-user", id + "-password");
    }

    private static Credentials text(String id, CredentialsScope scope, String text) {
        return new StringCredentialsImpl(scope, id, "", Secret.fromString(text));
    }

    private static Credentials key(String id, String key, String passphrase) {
        return new BasicSSHUserPrivateKey(
                CredentialsScope.GLOBAL,
                id,
                "git",
                new BasicSSHUserPrivateKey.DirectEntryPrivateKeySource(key),
                passphrase,
                "");
    }

    /** As old configurations hold them. */
    private static final class TwoKeys extends BasicSSHUserPrivateKey {
        private static final long serialVersionUID = 1;

        TwoKeys(String id) {
            super(CredentialsScope.GLOBAL, id, "git", new DirectEntryPrivateKeySource(SshKeys.pem()), "", "");
        }

        @Override
        public List<String> getPrivateKeys() {
            return List.of(SshKeys.pem(), SshKeys.pem());
        }
    }

    /** Of a kind that nobody here knows. */
    private static final class OddCredentials extends BaseStandardCredentials {
        private static final long serialVersionUID = 1;

        OddCredentials(String id) {
            super(CredentialsScope.GLOBAL, id, "");
        }
    }
}
