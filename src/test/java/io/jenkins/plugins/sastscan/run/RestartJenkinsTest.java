package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import hudson.plugins.git.BranchSpec;
import hudson.plugins.git.GitSCM;
import hudson.plugins.git.UserRemoteConfig;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jenkinsci.plugins.workflow.cps.CpsScmFlowDefinition;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.JenkinsSessionExtension;

/** The controller restarts while a step runs. */
class RestartJenkinsTest {
    @RegisterExtension
    private final JenkinsSessionExtension sessions = new JenkinsSessionExtension();

    @TempDir
    private Path repositories;

    private final AtomicReference<SastJenkins> sast = new AtomicReference<>();

    @ParameterizedTest
    @EnumSource(
            value = SimulatedOperation.class,
            names = {"READ_GIT", "UPLOAD", "WRITE_GIT", "FORCE_SCAN"})
    void the_step_fails_and_says_that_it_cannot_go_on(SimulatedOperation operation) throws Throwable {
        restartIn(
                operation,
                "node { writeFile file: 'a', text: 'A'\nsastScan server: 'main', projectId: '42',"
                        + " git: [url: 'https://git.example/a.git', branch: 'main'] }");

        sessions.then(jenkins -> {
            WorkflowRun run = last(jenkins);
            jenkins.assertBuildStatus(Result.FAILURE, jenkins.waitForCompletion(run));
            assertThat(Logs.ofSteps(run)).anyMatch(line -> line.contains("sastScan") && line.contains("restart"));
            assertThat(sast.get().simulator().requests(operation)).hasSize(1);
            assertThat(sast.get().project().uploads()).isLessThanOrEqualTo(1);
            assertThat(sast.get().project().gitWrites()).isLessThanOrEqualTo(1);
            assertThat(sast.get().project().forceScans()).isLessThanOrEqualTo(1);
            sast.get().close();
        });
    }

    @Test
    void retry_with_the_condition_nonresumable_submits_again() throws Throwable {
        restartIn(
                SimulatedOperation.FORCE_SCAN,
                "retry(conditions: [nonresumable()], count: 2) {"
                        + " sastScan server: 'main', projectId: '42', upload: false }");

        sessions.then(jenkins -> {
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
            assertThat(sast.get().project().forceScans()).isEqualTo(1);
            sast.get().close();
        });
    }

    @Test
    void the_recipe_for_restarts_submits_again_from_the_same_checkout() throws Throwable {
        String recipe = Documentation.of("docs/recipes.md")
                .section("Submit again after a controller restart")
                .blocks("groovy")
                .get(0)
                .code();
        try (GitServer git = GitServer.start(repositories)) {
            git.create("app", Map.of("Jenkinsfile", recipe, "src/Main.java", "class Main {}"));
            GitSCM scm = new GitSCM(
                    List.of(new UserRemoteConfig(git.url("app"), "origin", "", null)),
                    List.of(new BranchSpec("main")),
                    null,
                    null,
                    List.of());
            restartIn(
                    SimulatedOperation.FORCE_SCAN,
                    job -> job.setDefinition(new CpsScmFlowDefinition(scm, "Jenkinsfile")));

            sessions.then(jenkins -> {
                jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(last(jenkins)));
                assertThat(Zips.received(sast.get().project())).containsOnlyKeys("Jenkinsfile", "src/Main.java");
                assertThat(sast.get().project().uploads()).isEqualTo(2);
                assertThat(sast.get().project().forceScans()).isEqualTo(1);
                sast.get().close();
            });
        }
    }

    private void restartIn(SimulatedOperation operation, String script) throws Throwable {
        restartIn(operation, job -> SastJenkins.pipeline(job, script));
    }

    /** Restarts while a build has the operation under way. */
    private void restartIn(SimulatedOperation operation, Consumer<WorkflowJob> definition) throws Throwable {
        HeldFault hang = Fault.hang();
        sessions.then(jenkins -> {
            sast.set(SastJenkins.start(jenkins));
            sast.get().simulator().schedule(operation, hang);
            WorkflowJob job = jenkins.createProject(WorkflowJob.class, "job");
            definition.accept(job);
            job.scheduleBuild2(0).waitForStart();
            hang.awaitArrival();
        });
    }

    private static WorkflowRun last(JenkinsRule jenkins) {
        return jenkins.jenkins.getItemByFullName("job", WorkflowJob.class).getLastBuild();
    }
}
