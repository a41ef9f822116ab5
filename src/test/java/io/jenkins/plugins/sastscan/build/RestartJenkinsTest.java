package io.jenkins.plugins.sastscan.build;

import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.FORCE_SCAN;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.LICENSE;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.READ_GIT;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.UPLOAD;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.WRITE_GIT;
import static org.assertj.core.api.Assertions.assertThat;

import hudson.XmlFile;
import hudson.model.FreeStyleProject;
import hudson.model.Job;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.Saveable;
import hudson.model.User;
import hudson.model.listeners.SaveableListener;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.report.State;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.Fault.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jenkins.model.Jenkins;
import jenkins.security.QueueItemAuthenticatorConfiguration;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.MockQueueItemAuthenticator;
import org.jvnet.hudson.test.junit.jupiter.JenkinsSessionExtension;

/** The controller restarts once, while each build waits in a call to the SAST server. */
class RestartJenkinsTest {
    @RegisterExtension
    private final JenkinsSessionExtension sessions = new JenkinsSessionExtension();

    @AutoClose
    private SastJenkins sast;

    @Test
    void steps_of_pipelines_run_again_after_a_restart_but_freestyle_builds_do_not() throws Throwable {
        sessions.then(this::begin);
        HeldFault scan = Fault.delay();
        sast.simulator().schedule(FORCE_SCAN, scan);
        int accessChecks = sast.simulator().requests(READ_GIT).size();

        sessions.then(jenkins -> {
            scan.awaitArrival();
            Set<String> users = usersWhoForceTheScan();
            scan.release();

            Run<?, ?> repeats = ended(jenkins, "repeats", Result.SUCCESS);
            assertThat(Logs.ofSteps(repeats))
                    .contains("Jenkins was restarted. This step runs again from its beginning.")
                    .contains("result: [access, archive, upload, gitSettings]");
            assertThat(sast.project().uploads()).isEqualTo(2);
            assertThat(sast.project().gitWrites()).isEqualTo(1);
            assertThat(submission(repeats).getState()).isEqualTo(State.DONE);
            // The second manifest has replaced the first.
            assertThat(repeats.getArtifacts()).hasSize(1);
            assertThat(submission(repeats).manifest).isEqualTo(Map.of("artifact", "sast-scan-42-1.sha256"));

            // A step that only reads data sends its call again.
            assertThat(Logs.ofSteps(ended(jenkins, "reads", Result.SUCCESS)))
                    .anyMatch(line -> line.startsWith("edition: "));
            assertThat(sast.simulator().requests(LICENSE)).hasSize(2);

            // Access rules are checked again, and the step runs as the user of its build.
            assertThat(submission(ended(jenkins, "rules", Result.FAILURE)).getReason())
                    .startsWith("This job cannot use project 43 of the SAST server.");
            ended(jenkins, "user", Result.SUCCESS);
            assertThat(users).contains("alice");

            Run<?, ?> freestyle = last(jenkins, "freestyle");
            assertThat(freestyle.isBuilding()).isFalse();
            assertThat(submission(freestyle).getReason()).isEqualTo("Jenkins stopped during the submission.");
            jenkins.assertLogContains("Builds of this type do not survive a restart. Run the build again.", freestyle);
        });
        // One check by each of "repeats" and "user", and the settings that were read back.
        assertThat(sast.simulator().requests(READ_GIT)).hasSize(accessChecks + 3);
    }

    private void begin(JenkinsRule jenkins) throws Exception {
        sast = SastJenkins.start(jenkins);
        List.of(43L, 44L, 45L).forEach(sast.simulator()::addProject);
        jenkins.jenkins.setNumExecutors(5);
        jenkins.jenkins.setSecurityRealm(jenkins.createDummySecurityRealm());
        var authenticators = QueueItemAuthenticatorConfiguration.get().getAuthenticators();
        authenticators.add(new MockQueueItemAuthenticator()
                .authenticate("user", User.getById("alice", true).impersonate2()));

        held(jenkins, "rules", READ_GIT, "sastSubmit projectId: '43', upload: false");
        held(
                jenkins,
                "repeats",
                WRITE_GIT,
                "node { writeFile file: 'a', text: 'A'\n def result = sastSubmit(projectId:"
                        + " '42', manifest: true, forceScan: false, git: [url: 'https://git.example/a.git', branch: 'main'])\n"
                        + " echo 'result: ' + result.milliseconds.keySet() }");
        held(jenkins, "reads", LICENSE, "echo 'edition: ' + sastLicense().edition");
        held(jenkins, "user", FORCE_SCAN, "sastSubmit projectId: '44', upload: false");
        FreeStyleProject freestyle = sast.freestyle(Map.of("a", "A"), SastJenkins.builder(SastJenkins.SERVER, "45"));
        freestyle.renameTo("freestyle");
        sast.held(freestyle, UPLOAD, Fault.hang());

        authenticators.replaceBy(List.of());
        Servers.restricted(
                SastConfiguration.get().getServers().get(0),
                Servers.rule("repeats", "42"),
                Servers.rule("reads", "1"),
                Servers.rule("user", "44"));
        SastConfiguration.get().save();
    }

    private void held(JenkinsRule jenkins, String name, SimulatedOperation call, String script) throws Exception {
        sast.held(SastJenkins.pipeline(jenkins.createProject(WorkflowJob.class, name), script), call, Fault.hang());
    }

    /** A listener adds the current user to the set when the build "user" is saved after a forced scan. */
    private static Set<String> usersWhoForceTheScan() {
        Set<String> users = ConcurrentHashMap.newKeySet();
        Jenkins.get().getExtensionList(SaveableListener.class).add(0, new SaveableListener() {
            @Override
            public void onChange(Saveable saved, XmlFile file) {
                if (saved instanceof Run<?, ?> run
                        && run.getParent().getName().equals("user")
                        && submission(run).isScanForced()) {
                    users.add(Jenkins.getAuthentication2().getName());
                }
            }
        });
        return users;
    }

    private static Run<?, ?> ended(JenkinsRule jenkins, String job, Result result) throws Exception {
        return jenkins.assertBuildStatus(result, jenkins.waitForCompletion(last(jenkins, job)));
    }

    private static Run<?, ?> last(JenkinsRule jenkins, String job) {
        return jenkins.jenkins.getItemByFullName(job, Job.class).getLastBuild();
    }

    /** Asserts that the build has one submission, and returns it. */
    private static SubmissionReport submission(Run<?, ?> run) {
        List<SubmissionReport> submissions =
                run.getAction(SubmissionsAction.class).getSubmissions();
        assertThat(submissions).hasSize(1);
        return submissions.get(0);
    }
}
