package io.jenkins.plugins.sastscan.run;

import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.BRANCHING_STATUS;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.FORCE_SCAN;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.LICENSE;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.QUERY;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.READ_GIT;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.UPLOAD;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.WRITE_GIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.Credentials;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import com.cloudbees.plugins.credentials.domains.Domain;
import com.cloudbees.plugins.credentials.domains.HostnameSpecification;
import com.cloudbees.plugins.credentials.domains.PathSpecification;
import hudson.model.Computer;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import hudson.model.Items;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.User;
import hudson.slaves.DumbSlave;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.config.SastAuthentication;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.ServerAccess;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Branches;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import io.jenkins.plugins.sastscan.step.SastScanStep;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jenkins.model.Jenkins;
import jenkins.model.ParameterizedJobMixIn;
import jenkins.security.QueueItemAuthenticatorConfiguration;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockQueueItemAuthenticator;

/**
 * Each step checks whether its job can use the server and the project, also in builds of change requests. A step uses
 * the credentials of Jenkins or of the job's folder. In most tests, one access rule lets the folder {@code team} use
 * project 42.
 */
@WithSast(agent = true)
class AccessRulesJenkinsTest {
    private static final String NO_PROJECT =
            "SAST: This job cannot use project 42 of SAST server \"main\". Ask an administrator of Jenkins for access.";
    private static final String NO_SERVER =
            "SAST: This job cannot use SAST server \"main\". Ask an administrator of Jenkins for access.";

    /** Runs every step, and logs each refusal. */
    private static final String EVERY_STEP = """
            def steps = [
                { sastScan server: 'main', projectId: '42', skipUnchanged: true,
                    git: [url: 'https://git.example/a.git', branch: 'main'] },
                { sastScan server: 'main', projectId: '42', upload: false },
                { sastScan server: 'main', projectId: '42', dryRun: true },
                { sastBranchingStatus server: 'main', projectId: '42' },
                { sastGitSettings server: 'main', projectId: '42' },
                { sastLicense server: 'main' },
                { sastQuery server: 'main', language: 'Java', queryName: 'SQL_Injection' },
            ]
            node {
                deleteDir()
                writeFile file: 'Main.java', text: 'class Main {}'
                for (step in steps) {
                    try {
                        step()
                    } catch (e) {
                        echo "refused: ${e.message}"
                    }
                }
            }
            """;

    private static JenkinsRule jenkins;
    private static DumbSlave agent;

    private SastJenkins sast;
    private GitServer git;
    private SastServer server;

    @BeforeEach
    void setUpOneRule() {
        sast.simulator().addProject(43);
        sast.simulator().addQuery("Java", "Info", "SQL_Injection", 1, 2);
        server = sast.server(SastJenkins.SERVER);
        server.getAccess().setRules(List.of(Servers.rule("team", "42")));
        sast.configure(server);
    }

    @AfterEach
    void removeJobs() throws Exception {
        QueueItemAuthenticatorConfiguration.get().getAuthenticators().clear();
        jenkins.jenkins.disableSecurity();
        for (var item : jenkins.jenkins.getItems()) {
            item.delete();
        }
    }

    @ParameterizedTest
    @CsvSource({"false, administrator", "true, ''", "true, developer"})
    void an_access_rule_allows_every_step_in_its_folder_and_no_step_elsewhere(boolean all, String user)
            throws Exception {
        Run<?, ?> outside = run("team2", all, user);
        assertThat(sast.simulator().requests()).isEmpty();
        assertThat(refusals(outside)).hasSize(all ? 7 : 1).startsWith(NO_PROJECT);
        assertThat(refusals(outside)).filteredOn(NO_SERVER::equals).hasSize(all ? 2 : 0);
        assertThat(refusals(outside)).containsOnly(NO_PROJECT, all ? NO_SERVER : NO_PROJECT);

        assertThat(refusals(run("team", all, ""))).isEmpty();
        EnumSet<SimulatedOperation> operations = EnumSet.of(READ_GIT, UPLOAD, FORCE_SCAN);
        if (all) {
            operations.addAll(EnumSet.of(WRITE_GIT, BRANCHING_STATUS, LICENSE, QUERY));
        }
        assertThat(sast.simulator().requests().stream()
                        .flatMap(request -> request.operation().stream())
                        .collect(Collectors.toSet()))
                .isEqualTo(operations);
    }

    @Test
    void builds_of_change_requests_can_only_read_unless_the_server_allows_more() throws Exception {
        git.create("app", Map.of("Jenkinsfile", EVERY_STEP));
        server.getAccess().setRules(List.of());
        server.getAccess().setJobs(ServerAccess.Jobs.ALL);
        sast.configure(server);
        WorkflowJob job = Branches.index(
                        jenkins.createProject(WorkflowMultiBranchProject.class),
                        new Branches.ChangeRequests(git.url("app")))
                .getItemByBranchName(Branches.CHANGE_REQUEST);

        Run<?, ?> run = jenkins.buildAndAssertSuccess(job);
        assertThat(refusals(run))
                .hasSize(2)
                .containsOnly("SAST: This job builds the change request PR-7, which must not change project 42."
                        + " Submit in other builds only (when { not { changeRequest() } }), set dryRun, or ask an"
                        + " administrator to allow change requests for SAST server \"main\".");
        assertThat(Logs.ofSteps(run)).anyMatch(line -> line.endsWith("  Main.java"));
        assertThat(sast.simulator().requests())
                .extracting(request -> request.operation().orElseThrow())
                .containsExactly(BRANCHING_STATUS, READ_GIT, LICENSE, QUERY);

        server.getAccess().setAllowChangeRequests(true);
        sast.configure(server);
        assertThat(refusals(jenkins.buildAndAssertSuccess(job))).isEmpty();
        assertThat(sast.project().uploads()).isEqualTo(1);
    }

    private static List<String> refusals(Run<?, ?> run) throws Exception {
        return Logs.ofSteps(run).stream()
                .filter(line -> line.startsWith("refused: ") || line.startsWith("ERROR: "))
                .map(line -> line.replaceFirst("^(refused|ERROR): ", ""))
                .toList();
    }

    private static Run<?, ?> run(String folder, boolean everyStep, String user) throws Exception {
        Folder team = jenkins.createProject(Folder.class, folder);
        var job = everyStep ? pipeline(team, EVERY_STEP) : submitting(team);
        if (!user.isEmpty()) {
            SastJenkins.users(
                    jenkins,
                    Map.of(
                            "administrator",
                            List.of(Jenkins.ADMINISTER),
                            "developer",
                            List.of(Jenkins.READ, Item.READ, Item.CONFIGURE, Item.BUILD, Computer.BUILD)));
            MockQueueItemAuthenticator authenticator = new MockQueueItemAuthenticator();
            authenticator.authenticate(
                    job.getFullName(), User.getById(user, true).impersonate2());
            QueueItemAuthenticatorConfiguration.get().getAuthenticators().add(authenticator);
        }
        return (Run<?, ?>)
                ParameterizedJobMixIn.scheduleBuild2(job, 0).getFuture().get();
    }

    private static WorkflowJob pipeline(Folder folder, String script) throws Exception {
        return SastJenkins.pipeline(folder.createProject(WorkflowJob.class, "job"), script);
    }

    private static FreeStyleProject submitting(Folder folder) throws Exception {
        FreeStyleProject job = folder.createProject(FreeStyleProject.class, "job");
        job.getBuildersList()
                .replaceBy(List.of(
                        new WorkspaceFiles(Map.of("Main.java", "class Main {}")), SastJenkins.builder("main", "42")));
        return job;
    }

    @Test
    void every_step_without_a_project_id_uses_the_default_project_of_its_job() throws Exception {
        server.getAccess().setRules(List.of(Servers.rule("team", "42-43", "43"), Servers.rule("team/job", "42", "42")));
        sast.configure(server);
        String script = EVERY_STEP.replace("projectId: '42', ", "").replace(", projectId: '42'", "");
        assertThat(script).doesNotContain("42");

        Run<?, ?> run = jenkins.buildAndAssertSuccess(pipeline(jenkins.createProject(Folder.class, "team"), script));

        assertThat(refusals(run)).isEmpty();
        assertThat(sast.project().uploads()).isEqualTo(1);
        assertThat(sast.project().forceScans()).isEqualTo(2);
        assertThat(sast.simulator().requests(BRANCHING_STATUS))
                .singleElement()
                .satisfies(request -> assertThat(request.target()).contains("42"));
        assertThat(sast.simulator().requests())
                .noneMatch(request -> request.target().contains("43"));
        assertThat(run.getAction(SubmissionsAction.class).getSubmissions())
                .extracting(SubmissionReport::getProjectId)
                .containsExactly("42", "42", "42");
    }

    @Test
    void a_freestyle_job_without_a_project_id_uses_the_default_project_of_its_folder() throws Exception {
        server.getAccess().setRules(List.of(Servers.rule("team", "42", "42")));
        sast.configure(server);
        FreeStyleProject job = submitting(jenkins.createProject(Folder.class, "team"));
        job.getBuildersList().get(SastScanBuilder.class).setProjectId("");

        assertThat(Logs.ofSteps(jenkins.buildAndAssertSuccess(job)))
                .contains("Submitting to project 42 of SAST server main");
        assertThat(sast.project().uploads()).isEqualTo(1);
    }

    @Test
    void a_rule_for_a_branch_overrides_the_default_project_of_that_branch_only() throws Exception {
        server.getAccess().setRules(List.of(Servers.rule("app", "43", "43"), Servers.rule("app/main", "42", "42")));
        sast.configure(server);
        git.create("app", Map.of("Jenkinsfile", "sastScan upload: false"));
        git.branch("app", "feature");
        WorkflowMultiBranchProject app = Branches.index(
                jenkins.createProject(WorkflowMultiBranchProject.class, "app"), Branches.source(git.url("app")));

        jenkins.buildAndAssertSuccess(app.getItemByBranchName("main"));
        jenkins.buildAndAssertSuccess(app.getItemByBranchName("feature"));

        assertThat(sast.project().forceScans()).isEqualTo(1);
        assertThat(sast.simulator().project(43).forceScans()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "team | sastScan upload: false | SAST server \"main\" has no default project for this job."
                        + " Enter the project ID from the SAST server, or ask an administrator for a default project.",
                "twice | sastScan upload: false | SAST server \"main\" has several default projects for this job.",
                "twice | sastBranchingStatus() | SAST server \"main\" has several default projects for this job.",
                "default | sastScan upload: false, projectId: env.NOT_SET | projectId is empty. Set it, or omit it",
                "default | sastScan upload: false, projectId: '' | projectId is empty.",
                "default | sastGitSettings projectId: ' ' | projectId is empty.",
                "default | withEnv(['ID=']) { sastScan upload: false, projectId: '${ID}' } | missing: ID is not set",
                "default | withEnv(['ID=']) { sastGitSettings projectId: '${ID}' } | missing: ID is not set",
                "other | sastScan upload: false | This job cannot use the SAST server. Ask an administrator",
                "other | sastScan upload: false, projectId: '42' | This job cannot use project 42 of the SAST server.",
                "team | sastScan upload: false, projectId: '7' | This job cannot use project 7 of SAST server \"main\"."
            })
    void nothing_is_sent_if_the_project_is_missing_or_ambiguous_or_not_allowed(
            String folder, String script, String message) throws Exception {
        server.getAccess()
                .setRules(List.of(
                        Servers.rule("team", "42"),
                        Servers.rule("twice", "", "42"),
                        Servers.rule("twice", "", "43"),
                        Servers.rule("default", "", "42")));
        sast.configure(server);

        assertThat(sast.refusal(pipeline(jenkins.createProject(Folder.class, folder), script)))
                .contains(message)
                .doesNotContain("43");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sastLicense() | Several SAST servers are configured. Set server to one of these: \"main\", \"Open\".",
                "sastLicense 'Main' | There is no SAST server \"Main\". Did you mean \"main\"?",
                "sastLicense 'OPENS' | There is no SAST server \"OPENS\". Did you mean \"Open\"?",
                "sastLicense 'secre' | There is no SAST server \"secre\". Did you mean \""
            })
    void a_message_about_a_server_name_suggests_only_servers_that_the_job_can_use(String script, String message)
            throws Exception {
        SastServer secret = sast.server("secret");
        secret.getAccess().setRules(List.of(Servers.rule("elsewhere", "")));
        sast.configure(server, secret, sast.server("Open"));

        assertThat(sast.refusal(pipeline(jenkins.createProject(Folder.class, "team"), script)))
                .contains(message)
                .doesNotContain("\"secret\"");
    }

    @Test
    void a_job_that_can_use_no_server_sees_no_server_names() throws Exception {
        SastServer other = sast.server("other");
        other.getAccess().setRules(List.of(Servers.rule("elsewhere", "")));
        sast.configure(server, other);
        Folder outside = jenkins.createProject(Folder.class, "outside");

        assertThat(sast.refusal(pipeline(outside, "sastLicense()")))
                .endsWith("Several SAST servers are configured. Ask an administrator for access to one of them.");
        outside.getItem("job").delete();
        assertThat(sast.refusal(pipeline(outside, "sastLicense 'mian'")))
                .endsWith("There is no SAST server \"mian\". Check the name, or ask an administrator for it.");
    }

    @Test
    void an_access_error_does_not_show_rules_or_the_server_url() throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertStatus(
                Result.FAILURE,
                pipeline(
                        jenkins.createProject(Folder.class, "team"),
                        "sastScan server: 'main', projectId: '43', upload: false"));

        assertThat(Logs.ofSteps(run))
                .contains("ERROR: " + NO_PROJECT.replace("42", "43"))
                .noneMatch(line -> line.contains("42") || line.contains("team"));
        assertThat(sast.simulator().requests()).isEmpty();
        assertThat(Browsers.get(jenkins, "", run.getUrl() + "sast-scan/").getContentAsString())
                .contains("This job cannot use project 43")
                .doesNotContain(server.getUrl());
    }

    @Test
    void an_access_rule_applies_to_the_item_that_currently_has_the_name_in_the_rule() throws Exception {
        Folder folder = jenkins.createProject(Folder.class, "team");
        Folder other = jenkins.createProject(Folder.class, "other");
        WorkflowJob job = pipeline(folder, SUBMIT);
        jenkins.buildAndAssertSuccess(job);

        Items.move(job, other);
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        Items.move(job, folder);
        jenkins.buildAndAssertSuccess(job);
        folder.renameTo("renamed");
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        other.renameTo("team");
        jenkins.buildAndAssertSuccess(pipeline(other, SUBMIT));

        assertThat(sast.project().forceScans()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(UploadFrom.class)
    void agents_upload_despite_access_rules_only_if_explicitly_allowed(UploadFrom from) throws Exception {
        server.setUploadFrom(from);
        FreeStyleProject job = submitting(jenkins.createProject(Folder.class, "team"));
        job.setAssignedNode(agent);

        assertThat(sast.uploadsFrom(agent, job)).isEqualTo(from == UploadFrom.AGENT_DESPITE_RULES);
        assertThat(Logs.ofSteps(job.getLastBuild()).stream()
                        .filter(line -> line.startsWith("Uploading from the controller")))
                .hasSize(from == UploadFrom.AGENT ? 1 : 0);
    }

    @Test
    void a_token_that_must_stay_on_the_controller_stays_there_even_if_the_rules_are_deleted() {
        try (ServerConnection connection = new ServerConnection(server, null, retry -> {})) {
            connection.recheck(sast.server(SastJenkins.SERVER), null);
            assertThat(connection.obstacleForAgents().orElseThrow()).startsWith("Uploading from the controller");
        }
    }

    @ParameterizedTest
    @CsvSource({"team, main open, 42", "outside, open, ''"})
    void a_job_form_lists_only_servers_that_the_job_can_use(String folder, String offered, String allowed)
            throws Exception {
        SastServer secret = sast.server("secret");
        secret.getAccess().setRules(List.of(Servers.rule("elsewhere", "")));
        sast.configure(server, secret, sast.server("open"));
        FreeStyleProject job = jenkins.createProject(Folder.class, folder).createProject(FreeStyleProject.class, "job");
        SastScanStep.DescriptorImpl form = jenkins.jenkins.getDescriptorByType(SastScanStep.DescriptorImpl.class);

        assertThat(form.doFillServerItems(job, "").stream()
                        .map(option -> option.value)
                        .filter(value -> !value.isEmpty()))
                .containsExactly(offered.split(" "));
        assertThat(form.doCheckServer(job, "main").kind)
                .isEqualTo(allowed.isEmpty() ? FormValidation.Kind.ERROR : FormValidation.Kind.OK);
        assertThat(form.doCheckProjectId(job, "42", "main").kind).isEqualTo(FormValidation.Kind.OK);
        assertThat(form.doCheckProjectId(job, "43", "main").kind)
                .isEqualTo(allowed.isEmpty() ? FormValidation.Kind.OK : FormValidation.Kind.WARNING);
        assertThat(form.doCheckProjectId(job, "43", "open").kind).isEqualTo(FormValidation.Kind.OK);
    }

    @Test
    void a_job_form_shows_the_default_project_and_otherwise_asks_for_an_id() throws Exception {
        server.getAccess().setRules(List.of(Servers.rule("team", "42", "42")));
        sast.configure(server, sast.server("open"));
        FreeStyleProject job = jenkins.createProject(Folder.class, "team").createProject(FreeStyleProject.class, "job");

        assertThat(Forms.check(job, "SastScanStep.projectId", "", "main"))
                .isEqualTo("OK Project 42, the default project of this job.");
        assertThat(Forms.check(job, "SastGitSettingsStep.projectId", " ", "main"))
                .startsWith("OK Project 42");
        assertThat(Forms.check(job, "SastScanStep.projectId", "", "open"))
                .startsWith("WARNING There is no default project. Enter the project ID");
        assertThat(Forms.check(job, "SastScanStep.projectId", "", "")).startsWith("WARNING There is no default");
        assertThat(Forms.check(job, "SastScanStep.server", "")).isEqualTo("WARNING Select a SAST server.");
        assertThat(Forms.check(jenkins.createProject(Folder.class, "outside"), "SastScanStep.projectId", "", "main"))
                .doesNotContain("42");
    }

    private static final String ID = "sast-team";
    private static final String SUBMIT = "sastScan server: 'main', projectId: '42', upload: false";

    /** A folder whose jobs provide their own credentials. */
    private Folder folderWithCredentials() throws Exception {
        configure(new AccessTokenAuthentication(""));
        sast.simulator().acceptToken("token-of-team");
        sast.simulator().acceptToken("token-of-app");
        return jenkins.createProject(Folder.class);
    }

    private SastServer configure(SastAuthentication authentication) {
        SastServer server =
                sast.server(SastJenkins.SERVER, sast.simulator().baseUrl().toString(), authentication);
        server.getAccess().setJobCredentialsId(ID);
        sast.configure(server);
        return server;
    }

    private static WorkflowJob job(Folder folder) throws Exception {
        return pipeline(folder, SUBMIT);
    }

    private void assertUsed(String token) {
        assertThat(sast.simulator().requests(SimulatedOperation.FORCE_SCAN))
                .last()
                .satisfies(
                        request -> assertThat(request.header("Authorization")).contains("Bearer " + token));
    }

    @Test
    void a_build_uses_and_tracks_the_token_of_its_nearest_folder() throws Exception {
        Folder team = folderWithCredentials();
        Folder app = team.createProject(Folder.class, "app");
        Credentials token = Servers.secretText(ID, "token-of-team");
        Servers.addTo(team, token);

        Run<?, ?> run = jenkins.buildAndAssertSuccess(job(app));
        assertUsed("token-of-team");
        assertThat(CredentialsProvider.getFingerprintOf(token)
                        .getRangeSet(run.getParent().getFullName())
                        .includes(run.getNumber()))
                .isTrue();

        Servers.addTo(app, Servers.secretText(ID, "token-of-app"));
        jenkins.buildAndAssertSuccess((WorkflowJob) app.getItem("job"));
        assertUsed("token-of-app");
    }

    @Test
    void a_build_requests_an_oauth_token_with_the_credentials_of_its_folder() throws Exception {
        Folder team = folderWithCredentials();
        OAuthAuthentication oauth = oauth();
        oauth.setUserCredentialsId("");
        configure(oauth);
        var client = sast.simulator().oauthClient();
        Servers.addTo(team, Servers.user(ID, client.userName(), client.password()));

        jenkins.buildAndAssertSuccess(job(team));

        assertThat(sast.simulator().requests(SimulatedOperation.TOKEN)).hasSize(1);
        assertThat(sast.project().forceScan()).isTrue();
    }

    @Test
    void a_job_whose_folder_has_no_credentials_is_refused() throws Exception {
        Folder team = folderWithCredentials();
        Servers.addTo(jenkins.createProject(Folder.class), Servers.secretText(ID, "token-of-team"));

        assertThat(sast.refusal(job(team)))
                .isEqualTo("ERROR: SAST: The folder of this job has no credentials \"sast-team\" for the access token"
                        + " (secret text). Add them to the folder, or ask whoever manages it.");
        assertThat(sast.refusal(SUBMIT)).contains("has no credentials \"sast-team\"");
    }

    @ParameterizedTest
    @EnumSource(names = {"SYSTEM", "GLOBAL"})
    void folder_credentials_are_refused_if_jenkins_has_the_same_id_globally(CredentialsScope scope) throws Exception {
        Folder team = folderWithCredentials();
        sast.addCredentials(Servers.secretText(scope, ID, sast.simulator().accessToken()));
        String expected = "ERROR: SAST: The credentials \"sast-team\" for the access token (secret text) must be in the"
                + " folder of this job, but Jenkins also has credentials with this ID outside of folders. Ask an"
                + " administrator to use another ID.";

        assertThat(sast.refusal(job(team))).isEqualTo(expected);
        Servers.addTo(team, Servers.secretText(ID, "token-of-team"));
        assertThat(sast.refusal((WorkflowJob) team.getItem("job"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, true", "elsewhere.example, false"})
    void credentials_are_only_sent_to_urls_of_their_domain(String host, boolean used) throws Exception {
        Folder team = folderWithCredentials();
        Domain domain = new Domain("hosts", "", List.of(new HostnameSpecification(host, "")));
        Servers.addTo(team, domain, Servers.secretText(ID, "token-of-team"));

        if (used) {
            jenkins.buildAndAssertSuccess(job(team));
            assertUsed("token-of-team");
        } else {
            assertThat(sast.refusal(job(team))).contains("has no credentials \"sast-team\"");
        }
    }

    @Test
    void agents_can_upload_with_folder_credentials_despite_access_rules() throws Exception {
        Folder team = folderWithCredentials();
        SastServer server = configure(new AccessTokenAuthentication(""));
        server.getAccess().setRules(List.of(Servers.rule(team.getFullName(), "42")));
        Servers.addTo(team, Servers.secretText(ID, "token-of-team"));
        FreeStyleProject job = submitting(team);
        job.setAssignedNode(agent);

        assertThat(sast.uploadsFrom(agent, job)).isTrue();
    }

    private OAuthAuthentication oauth() throws Exception {
        var client = sast.simulator().oauthClient();
        sast.addCredentials(Servers.secretText(CredentialsScope.SYSTEM, "client-secret", client.clientSecret()));
        sast.addCredentials(Servers.user("client-user", client.userName(), client.password()));
        OAuthAuthentication oauth =
                new OAuthAuthentication(sast.simulator().tokenUrl().toString(), client.clientId());
        oauth.setClientSecretId("client-secret");
        oauth.setUserCredentialsId("client-user");
        oauth.setScope(client.scope());
        return oauth;
    }

    /** Jenkins has credentials in a domain that contains or excludes the token URL. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void oauth_credentials_are_only_sent_to_token_urls_of_their_domain(boolean inside) throws Exception {
        configure(oauth()).getAccess().setJobCredentialsId("");
        String path = sast.simulator().tokenUrl().getPath();
        var allowed = inside ? new PathSpecification(path, null, true) : new PathSpecification(null, path, true);
        Domain domain = new Domain("domain", "", List.of(allowed));
        SystemCredentialsProvider store = SystemCredentialsProvider.getInstance();
        store.getDomainCredentialsMap().put(domain, List.copyOf(store.getCredentials()));
        store.getCredentials().clear();
        try {
            Run<?, ?> run = jenkins.buildAndAssertStatus(
                    inside ? Result.SUCCESS : Result.FAILURE, sast.freestyle(agent, Map.of("a", "A")));
            assertThat(sast.simulator().issuedTokens()).isEqualTo(inside ? 1 : 0);
            if (!inside) {
                assertThat(Logs.error(run))
                        .contains("The credentials \"client-secret\" for the OAuth client secret", "do not exist");
                assertThat(sast.simulator().requests()).isEmpty();
            }
        } finally {
            store.getDomainCredentialsMap().remove(domain);
        }
    }
}
