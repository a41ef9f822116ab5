package io.jenkins.plugins.sastscan.jenkins.restart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import hudson.XmlFile;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.Saveable;
import hudson.model.listeners.SaveableListener;
import io.jenkins.plugins.sastscan.config.AccessRule;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import jenkins.model.Jenkins;
import org.assertj.core.api.ThrowingConsumer;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.jvnet.hudson.test.JenkinsRule;

/** Builds of several jobs. Each build waits in a call to its own SAST server, for example during a restart. */
public final class HeldBuilds implements AutoCloseable {
    private final Map<String, Simulator> servers = new HashMap<>();
    private final List<HeldBuild> builds = new ArrayList<>();

    /** @param result the expected result after the restart */
    private record HeldBuild(
            String job, SimulatedOperation call, String script, Result result, ThrowingConsumer<WorkflowRun> check) {}

    public void add(String job, SimulatedOperation call, String script, ThrowingConsumer<WorkflowRun> check) {
        add(job, call, script, Result.SUCCESS, check);
    }

    public void add(
            String job, SimulatedOperation call, String script, Result result, ThrowingConsumer<WorkflowRun> check) {
        builds.add(new HeldBuild(job, call, script, result, check));
    }

    /** For each job, starts a SAST server with the name of the job. */
    public void startServers(SastJenkins sast) {
        List<SastServer> all = new ArrayList<>(List.of(sast.server(SastJenkins.SERVER)));
        for (HeldBuild each : builds) {
            Simulator simulator = Simulator.start(Dialect.CONTRACT);
            simulator.addProject(SastJenkins.PROJECT);
            servers.put(each.job(), simulator);
            String url = simulator.baseUrl().toString();
            all.add(sast.server(each.job(), url, new AccessTokenAuthentication(SastJenkins.TOKEN_ID)));
        }
        sast.configure(all.toArray(SastServer[]::new));
    }

    public static void restrict(String job, AccessRule rule) {
        SastConfiguration.get().getServers().stream()
                .filter(server -> server.getName().equals(job))
                .forEach(server -> Servers.restricted(server, rule));
    }

    /** Starts the builds, and returns when each build waits for the response to its call. */
    public void begin(JenkinsRule jenkins) throws Exception {
        jenkins.jenkins.setNumExecutors(builds.size());
        for (HeldBuild each : builds) {
            HeldFault hang = Fault.hang();
            servers.get(each.job()).schedule(each.call(), hang);
            WorkflowRun run = pipeline(jenkins, each.job(), each.script())
                    .scheduleBuild2(0)
                    .waitForStart();
            hang.awaitArrival();
            // Another parallel branch may still be in a step that blocks a restart.
            long end = System.nanoTime() + Duration.ofMinutes(5).toNanos();
            while (run.getExecution().blocksRestart()) {
                assertThat(System.nanoTime()).as("blocks a restart").isLessThan(end);
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }
    }

    public static WorkflowJob pipeline(JenkinsRule jenkins, String name, String script) throws Exception {
        WorkflowJob job = jenkins.jenkins.getItemByFullName(name, WorkflowJob.class);
        return SastJenkins.pipeline(job == null ? jenkins.createProject(WorkflowJob.class, name) : job, script);
    }

    public void end(JenkinsRule jenkins) {
        assertAll(builds.stream().map(each -> () -> ends(jenkins, each)));
    }

    private static void ends(JenkinsRule jenkins, HeldBuild each) throws Exception {
        WorkflowRun run = last(each.job());
        jenkins.assertBuildStatus(each.result(), jenkins.waitForCompletion(run));
        each.check().accept(run);
    }

    /**
     * Returns a set that is empty at first. Whenever a build of this job is saved after a forced scan, a listener adds
     * the current user to the set.
     */
    public static Set<String> usersWhoForceTheScan(String job) {
        Set<String> users = ConcurrentHashMap.newKeySet();
        Jenkins.get().getExtensionList(SaveableListener.class).add(0, new SaveableListener() {
            @Override
            public void onChange(Saveable saved, XmlFile file) {
                if (saved instanceof WorkflowRun run
                        && run.getParent().getName().equals(job)
                        && submission(run).isScanForced()) {
                    users.add(Jenkins.getAuthentication2().getName());
                }
            }
        });
        return users;
    }

    public Simulator server(String job) {
        return servers.get(job);
    }

    public SimulatedProject project(String job) {
        return servers.get(job).project(SastJenkins.PROJECT);
    }

    public void assertProject(String job, int uploads, int gitWrites, int forceScans) {
        assertThat(project(job).uploads()).as("uploads of %s", job).isEqualTo(uploads);
        assertThat(project(job).gitWrites()).as("Git settings of %s", job).isEqualTo(gitWrites);
        assertThat(project(job).forceScans()).as("forced scans of %s", job).isEqualTo(forceScans);
    }

    public static WorkflowRun last(String job) {
        return Jenkins.get().getItemByFullName(job, WorkflowJob.class).getLastBuild();
    }

    /** Asserts that the build has one submission, and returns it. */
    public static SubmissionReport submission(Run<?, ?> run) {
        List<SubmissionReport> submissions =
                run.getAction(SubmissionsAction.class).getSubmissions();
        assertThat(submissions).hasSize(1);
        return submissions.get(0);
    }

    @Override
    public void close() {
        servers.values().forEach(Simulator::close);
    }
}
