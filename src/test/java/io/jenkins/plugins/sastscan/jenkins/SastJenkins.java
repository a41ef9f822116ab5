package io.jenkins.plugins.sastscan.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import com.cloudbees.plugins.credentials.Credentials;
import com.cloudbees.plugins.credentials.CredentialsScope;
import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import hudson.model.Descriptor.FormException;
import hudson.model.FreeStyleProject;
import hudson.model.Job;
import hudson.model.Node;
import hudson.model.Queue;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.Slave;
import hudson.security.Permission;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.SastAuthentication;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import io.jenkins.plugins.sastscan.step.GitSettings;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import jenkins.model.ParameterizedJobMixIn.ParameterizedJob;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockAuthorizationStrategy;

/** A Jenkins with one configured SAST server, {@code main}: a simulator with the project 42. */
public final class SastJenkins implements AutoCloseable {
    public static final String SERVER = "main";
    public static final String TOKEN_ID = "sast-token";
    public static final long PROJECT = 42;
    private static final AtomicInteger JOBS = new AtomicInteger();

    private final JenkinsRule jenkins;
    private final Simulator simulator;

    private SastJenkins(JenkinsRule jenkins, SimulatorOptions options) throws IOException {
        this.jenkins = jenkins;
        this.simulator = Simulator.start(options);
        simulator.addProject(PROJECT);
        setUp(jenkins, simulator.baseUrl().toString(), simulator.accessToken());
    }

    public static void setUp(JenkinsRule jenkins, String url, String token) throws IOException {
        jenkins.jenkins.setQuietPeriod(0);
        SystemCredentialsProvider credentials = SystemCredentialsProvider.getInstance();
        credentials.getCredentials().clear();
        credentials.getCredentials().add(Servers.secretText(CredentialsScope.SYSTEM, TOKEN_ID, token));
        credentials.save();
        SastConfiguration.get().setServers(List.of(serverAt(SERVER, url, new AccessTokenAuthentication(TOKEN_ID))));
    }

    public static SastJenkins start(JenkinsRule jenkins) throws IOException {
        return start(jenkins, SimulatorOptions.of(Dialect.CONTRACT));
    }

    public static SastJenkins start(JenkinsRule jenkins, SimulatorOptions options) throws IOException {
        return new SastJenkins(jenkins, options);
    }

    public Simulator simulator() {
        return simulator;
    }

    public SimulatedProject project() {
        return simulator.project(PROJECT);
    }

    /** Creates a server without adding it to Jenkins. To add it, call {@link #configure}. */
    public SastServer server(String name) {
        return server(name, simulator.baseUrl().toString(), new AccessTokenAuthentication(TOKEN_ID));
    }

    public SastServer server(String name, String url, SastAuthentication authentication) {
        return serverAt(name, url, authentication);
    }

    private static SastServer serverAt(String name, String url, SastAuthentication authentication) {
        SastServer server = new SastServer(name, url, authentication);
        server.setAllowPlainHttp(true);
        server.setRetries(0);
        return server;
    }

    public void configure(SastServer... servers) {
        SastConfiguration.get().setServers(List.of(servers));
    }

    public void uploadFrom(UploadFrom from) {
        SastServer server = server(SERVER);
        server.setUploadFrom(from);
        configure(server);
    }

    /** Replaces all users. The permissions apply everywhere. */
    public static MockAuthorizationStrategy users(JenkinsRule jenkins, Map<String, List<Permission>> permissions) {
        MockAuthorizationStrategy users = new MockAuthorizationStrategy();
        permissions.forEach((user, granted) ->
                users.grant(granted.toArray(Permission[]::new)).everywhere().to(user));
        jenkins.jenkins.setSecurityRealm(jenkins.createDummySecurityRealm());
        jenkins.jenkins.setAuthorizationStrategy(users);
        return users;
    }

    /** A step that only writes Git settings. */
    public static String gitStep(String url, String credentialsId) {
        return "sastSubmit(server: 'main', projectId: '42', upload: false, forceScan: false, git: [url: '" + url
                + "', branch: 'main', credentialsId: '" + credentialsId + "'])";
    }

    public static GitSettings git(String url, String branch, String credentialsId) {
        GitSettings git = new GitSettings();
        git.url = url;
        git.branch = branch;
        git.credentialsId = credentialsId;
        return git;
    }

    public void addCredentials(Credentials credentials) throws IOException {
        SystemCredentialsProvider provider = SystemCredentialsProvider.getInstance();
        provider.getCredentials().add(credentials);
        provider.save();
    }

    public WorkflowJob pipeline(String script) throws Exception {
        return pipeline(jenkins.createProject(WorkflowJob.class, newName()), script);
    }

    public static WorkflowJob pipeline(WorkflowJob job, String script) throws FormException {
        job.setDefinition(new CpsFlowDefinition(script, true));
        return job;
    }

    public static WorkflowJob pipeline(Folder folder, String script) throws Exception {
        return pipeline(folder.createProject(WorkflowJob.class, "job"), script);
    }

    /** Returns a new name, because the workspace of an earlier job may still contain files. */
    private static String newName() {
        return "job" + JOBS.incrementAndGet();
    }

    public static SastSubmitBuilder builder(String server, String projectId) {
        SastSubmitBuilder step = with(new SastSubmitBuilder(), Map.of("server", server));
        return projectId.isEmpty() ? step : with(step, Map.of("projectId", projectId));
    }

    /** Returns a copy of a step or of settings with other parameters. */
    @SuppressWarnings("unchecked") // the copy has the same class
    public static <T> T with(T step, Map<String, ?> parameters) {
        Map<String, Object> all =
                new LinkedHashMap<>(DescribableModel.uninstantiate2_(step).toMap());
        all.putAll(parameters);
        try {
            return new DescribableModel<>((Class<T>) step.getClass()).instantiate(all, null);
        } catch (Exception e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A job that submits these files to project 42. */
    public FreeStyleProject freestyle(Node node, Map<String, String> files) throws IOException {
        FreeStyleProject job = freestyle(files, builder(SERVER, Long.toString(PROJECT)));
        job.setAssignedNode(node);
        return job;
    }

    public FreeStyleProject freestyle(Map<String, String> files, SastSubmitBuilder... steps) throws IOException {
        FreeStyleProject job = jenkins.createFreeStyleProject(newName());
        job.getBuildersList().add(new WorkspaceFiles(files));
        job.getBuildersList().addAll(List.of(steps));
        return job;
    }

    /** A job with the name "job" that submits a file to project 42. */
    public static FreeStyleProject freestyle(Folder folder) throws IOException {
        FreeStyleProject job = folder.createProject(FreeStyleProject.class, "job");
        job.getBuildersList().add(new WorkspaceFiles(Map.of("Main.java", "class Main {}")));
        job.getBuildersList().add(builder(SERVER, Long.toString(PROJECT)));
        return job;
    }

    public Run<?, ?> build(String script) throws Exception {
        return jenkins.buildAndAssertSuccess(pipeline(script));
    }

    /** Starts a build, waits until the fault delays the given call, and returns the running build. */
    @SuppressWarnings("unchecked") // caused by the bounds of J and R
    public <J extends Job<J, R> & ParameterizedJob<J, R> & Queue.Task, R extends Run<J, R> & Queue.Executable> R held(
            ParameterizedJob<J, R> job, SimulatedOperation call, HeldFault fault) throws Exception {
        simulator.schedule(call, fault);
        R run = job.scheduleBuild2(0).waitForStart();
        fault.awaitArrival();
        return run;
    }

    public String refusal(String script) throws Exception {
        return refusal(pipeline(script));
    }

    /** Asserts that the build fails and sends no request. Returns its error. */
    public String refusal(WorkflowJob job) throws Exception {
        int before = simulator.requests().size();
        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, job);
        assertThat(simulator.requests()).hasSize(before);
        return Logs.error(run);
    }

    public static SubmissionReport submission(Run<?, ?> run) {
        return run.getAction(SubmissionsAction.class).getSubmissions().get(0);
    }

    /** Builds a job, asserts SUCCESS, and returns whether the agent has uploaded. */
    public boolean uploadsFrom(Slave agent, FreeStyleProject job) throws Exception {
        var answerLater = Fault.delay();
        var build = held(job, SimulatedOperation.UPLOAD, answerLater);
        boolean agentUploads = Agents.uploads(agent.getChannel());
        answerLater.release();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));
        return agentUploads;
    }

    @Override
    public void close() {
        simulator.close();
    }
}
