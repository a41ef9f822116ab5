package io.jenkins.plugins.sastscan.config;

import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.BRANCHING_STATUS;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.FORCE_SCAN;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.LICENSE;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.QUERY;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.READ_GIT;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.UPLOAD;
import static io.jenkins.plugins.sastscan.simulator.SimulatedOperation.WRITE_GIT;
import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import hudson.model.Items;
import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.Branches;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jenkins.model.ParameterizedJobMixIn;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

/** In most tests, one access rule lets the folder {@code team} use project 42. */
@WithSast
class AccessRulesJenkinsTest {
    private static final String NO_PROJECT =
            "SAST: This job cannot use project 42 of SAST server \"main\". Ask an administrator of Jenkins for access.";
    private static final String NO_SERVER =
            "SAST: This job cannot use SAST server \"main\". Ask an administrator of Jenkins for access.";

    /** Runs every step, and logs each refusal. */
    private static final String EVERY_STEP = """
            def steps = [
                { sastSubmit server: 'main', projectId: '42', skipUnchanged: true,
                    git: [url: 'https://git.example/a.git', branch: 'main'] },
                { sastSubmit server: 'main', projectId: '42', upload: false },
                { sastSubmit server: 'main', projectId: '42', dryRun: true },
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

    private SastJenkins sast;
    private GitServer git;
    private SastServer server;

    @BeforeEach
    void setUpOneRule() {
        sast.simulator().addProject(43);
        sast.simulator().addQuery("Java", "Info", "SQL_Injection", 1, 2);
        server = Servers.restricted(sast.server(SastJenkins.SERVER), Servers.rule("team", "42"));
        sast.configure(server);
    }

    @AfterEach
    void removeJobs() throws Exception {
        for (var item : jenkins.jenkins.getItems()) {
            item.delete();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void an_access_rule_allows_every_step_in_its_folder_and_no_step_elsewhere(boolean pipeline) throws Exception {
        Run<?, ?> outside = run("team2", pipeline);
        assertThat(sast.simulator().requests()).isEmpty();
        assertThat(refusals(outside)).hasSize(pipeline ? 7 : 1).startsWith(NO_PROJECT);
        assertThat(refusals(outside)).filteredOn(NO_SERVER::equals).hasSize(pipeline ? 2 : 0);
        assertThat(refusals(outside)).containsOnly(NO_PROJECT, pipeline ? NO_SERVER : NO_PROJECT);

        assertThat(refusals(run("team", pipeline))).isEmpty();
        EnumSet<SimulatedOperation> operations = EnumSet.of(READ_GIT, UPLOAD, FORCE_SCAN);
        if (pipeline) {
            operations.addAll(EnumSet.of(WRITE_GIT, BRANCHING_STATUS, LICENSE, QUERY));
        }
        assertThat(sast.simulator().requests().stream()
                        .flatMap(request -> request.operation().stream())
                        .collect(Collectors.toSet()))
                .isEqualTo(operations);
    }

    private static Run<?, ?> run(String name, boolean pipeline) throws Exception {
        Folder folder = jenkins.createProject(Folder.class, name);
        var job = pipeline ? SastJenkins.pipeline(folder, EVERY_STEP) : SastJenkins.freestyle(folder);
        return (Run<?, ?>)
                ParameterizedJobMixIn.scheduleBuild2(job, 0).getFuture().get();
    }

    @Test
    void builds_of_change_requests_can_write_to_a_project_only_if_the_server_allows_it() throws Exception {
        git.commit("app", Map.of("Jenkinsfile", EVERY_STEP));
        server.getAccess().setRules(List.of());
        server.getAccess().setAllJobs(true);
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

    @Test
    void every_step_without_a_project_id_uses_the_default_project_of_its_job() throws Exception {
        sast.configure(
                Servers.restricted(server, Servers.rule("team", "42-43", "43"), Servers.rule("team/job", "42", "42")));
        String script = EVERY_STEP.replace("projectId: '42', ", "").replace(", projectId: '42'", "");
        assertThat(script).doesNotContain("42");

        Run<?, ?> run = jenkins.buildAndAssertSuccess(
                SastJenkins.pipeline(jenkins.createProject(Folder.class, "team"), script));

        assertThat(refusals(run)).isEmpty();
        assertThat(sast.project().uploads()).isEqualTo(1);
        assertThat(sast.project().forceScans()).isEqualTo(2);
        assertThat(sast.simulator().requests(BRANCHING_STATUS))
                .singleElement()
                .satisfies(request -> assertThat(request.target()).contains("42"));
        assertThat(sast.simulator().requests())
                .noneMatch(request -> request.target().contains("43"));
        assertThat(run.getAction(SubmissionsAction.class).getSubmissions())
                .extracting(submission -> submission.projectId)
                .containsExactly(42L, 42L, 42L);
    }

    private static List<String> refusals(Run<?, ?> run) throws Exception {
        return Logs.ofSteps(run).stream()
                .filter(line -> line.startsWith("refused: ") || line.startsWith("ERROR: "))
                .map(line -> line.replaceFirst("^(refused|ERROR): ", ""))
                .toList();
    }

    @Test
    void an_access_rule_applies_to_the_item_that_currently_has_the_name_in_the_rule() throws Exception {
        Folder folder = jenkins.createProject(Folder.class, "team");
        Folder other = jenkins.createProject(Folder.class, "other");
        WorkflowJob job = SastJenkins.pipeline(folder, "sastSubmit projectId: '42', upload: false");
        jenkins.buildAndAssertSuccess(job);

        Items.move(job, other);
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        Items.move(job, folder);
        jenkins.buildAndAssertSuccess(job);
        folder.renameTo("renamed");
        jenkins.buildAndAssertStatus(Result.FAILURE, job);
        other.renameTo("team");
        jenkins.buildAndAssertSuccess(SastJenkins.pipeline(other, "sastSubmit projectId: '42', upload: false"));

        assertThat(sast.project().forceScans()).isEqualTo(3);
    }
}
