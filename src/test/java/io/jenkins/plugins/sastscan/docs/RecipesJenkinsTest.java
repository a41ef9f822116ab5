package io.jenkins.plugins.sastscan.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import hudson.Functions;
import hudson.model.Result;
import hudson.model.queue.QueueTaskFuture;
import io.jenkins.plugins.sastscan.jenkins.Branches;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import io.jenkins.plugins.sastscan.submission.SshKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jenkins.scm.api.SCMSource;
import org.assertj.core.api.ThrowingConsumer;
import org.jenkinsci.plugins.scriptsecurity.scripts.ScriptApproval;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Runs the Jenkinsfiles of README and {@code docs/recipes.md} as they stand, from Git, in a multibranch pipeline. */
@WithSast
class RecipesJenkinsTest {
    private static final String BILLING = "class Billing {}";
    private static final String SHOP = "class Shop {}";
    private static final String[] FILES = {
        "Jenkinsfile", "services/billing/src/Billing.java", "services/shop/src/Shop.java"
    };

    private static JenkinsRule jenkins;

    private SastJenkins sast;
    private GitServer git;
    private SimulatedProject first;
    private SimulatedProject second;
    private int repositoriesMade;

    @BeforeEach
    void server() throws Exception {
        first = sast.project();
        second = sast.simulator().addProject(43);
        sast.addCredentials(Servers.sshKey("git-ssh", SshKeys.pem()));
    }

    static List<Documentation.Block> recipes() {
        List<Documentation.Block> recipes =
                new ArrayList<>(Documentation.of("README.md").blocks("groovy"));
        recipes.addAll(Documentation.of("docs/recipes.md").blocks("groovy"));
        return recipes;
    }

    /** What each recipe promises, by its title. */
    private Map<String, ThrowingConsumer<String>> promises() {
        return Map.ofEntries(
                Map.entry("First build", this::onlyBranchesAreSubmitted),
                Map.entry("Only on the main branch", this::onlyMainIsSubmitted),
                Map.entry("Multibranch: one project for main, another for all other branches", this::twoProjects),
                Map.entry("Pull requests: list the files without submitting", this::changeRequestsAreListed),
                Map.entry("Monorepo: several projects in parallel", this::eachDirectoryIntoItsProject),
                Map.entry("Monorepo: a list of projects, one checkout", this::eachDirectoryIntoItsProject),
                Map.entry("Only committed files", this::theCommitIsSent),
                Map.entry("Upload only what has changed", this::onlyWhatHasChangedIsSent),
                Map.entry("Let the SAST server fetch the source over SSH", this::keyAndBranchAreWritten),
                Map.entry("Dry run first", this::filesAreListedBeforeTheUpload),
                Map.entry("Wait for a branched project", this::nothingIsSubmittedBeforeItIsThere),
                Map.entry("Use the result in a later stage", this::theDescriptionTellsTheResult),
                Map.entry("Unstable instead of failed", this::aFailureLetsTheBuildGoOn),
                Map.entry("Submit again when the agent is lost", this::theWorkspaceIsSubmitted));
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void a_recipe_runs_as_it_stands_and_keeps_its_promise(Documentation.Block recipe) throws Throwable {
        assertThat(promises()).containsKey(recipe.title());

        promises().get(recipe.title()).acceptThrows(recipe.code());

        assertThat(sast.simulator().requests()).isNotEmpty();
        assertThat(ScriptApproval.get().getPendingSignatures()).isEmpty();
    }

    private void onlyBranchesAreSubmitted(String jenkinsfile) throws Exception {
        jenkins.buildAndAssertSuccess(changeRequest(jenkinsfile));
        assertThat(first.uploads()).isZero();

        theWorkspaceIsSubmitted(jenkinsfile);
    }

    private void changeRequestsAreListed(String jenkinsfile) throws Exception {
        WorkflowRun run = jenkins.buildAndAssertSuccess(changeRequest(jenkinsfile));
        assertThat(Logs.ofSteps(run)).anyMatch(line -> line.endsWith("  services/shop/src/Shop.java"));
        assertThat(sast.simulator().requests()).isEmpty();

        theWorkspaceIsSubmitted(jenkinsfile);
        assertThat(first.uploads()).isEqualTo(1);
    }

    private void onlyMainIsSubmitted(String jenkinsfile) throws Exception {
        jenkins.buildAndAssertSuccess(job(jenkinsfile, "feature/x"));
        assertThat(first.uploads()).isZero();

        theWorkspaceIsSubmitted(jenkinsfile);
    }

    private void theWorkspaceIsSubmitted(String jenkinsfile) throws Exception {
        jenkins.buildAndAssertSuccess(job(jenkinsfile, "main"));

        assertThat(Zips.received(first)).containsOnlyKeys(FILES);
    }

    private void twoProjects(String jenkinsfile) throws Exception {
        jenkins.buildAndAssertSuccess(job(jenkinsfile, "main"));
        assertThat(List.of(first.uploads(), second.uploads())).containsExactly(1, 0);

        jenkins.buildAndAssertSuccess(job(jenkinsfile, "feature/x"));
        assertThat(List.of(first.uploads(), second.uploads())).containsExactly(1, 1);
    }

    private void eachDirectoryIntoItsProject(String jenkinsfile) throws Exception {
        jenkins.buildAndAssertSuccess(job(jenkinsfile, "main"));

        assertThat(Zips.received(first)).isEqualTo(Map.of("src/Billing.java", BILLING));
        assertThat(Zips.received(second)).isEqualTo(Map.of("src/Shop.java", SHOP));
    }

    private void theCommitIsSent(String jenkinsfile) throws Exception {
        assumeFalse(Functions.isWindows(), "the recipe uses a shell");
        WorkflowJob job = job(jenkinsfile, "main");
        jenkins.buildAndAssertSuccess(job);
        jenkins.jenkins.getWorkspaceFor(job).child("left-by-a-build").write("", "UTF-8");

        jenkins.buildAndAssertSuccess(job);

        assertThat(first.uploads()).isEqualTo(2);
        assertThat(Zips.received(first)).containsOnlyKeys(FILES);
    }

    private void onlyWhatHasChangedIsSent(String jenkinsfile) throws Exception {
        WorkflowJob job = job(jenkinsfile, "main");
        jenkins.buildAndAssertSuccess(job);
        jenkins.buildAndAssertSuccess(job);

        assertThat(List.of(first.uploads(), first.forceScans())).containsExactly(1, 1);
    }

    private void keyAndBranchAreWritten(String jenkinsfile) throws Exception {
        jenkins.buildAndAssertSuccess(job(jenkinsfile, "feature/x"));
        assertThat(first.git()).isEmpty();

        jenkins.buildAndAssertSuccess(job(jenkinsfile, "main"));

        assertThat(first.uploads()).isZero();
        assertThat(first.git().orElseThrow().useSsh()).isTrue();
        assertThat(first.git().orElseThrow().branch()).isEqualTo("refs/heads/main");
    }

    private void filesAreListedBeforeTheUpload(String jenkinsfile) throws Exception {
        WorkflowRun run = jenkins.buildAndAssertSuccess(job(jenkinsfile, "main"));

        assertThat(Logs.ofSteps(run)).anyMatch(line -> line.endsWith("  services/shop/src/Shop.java"));
        assertThat(first.uploads()).isEqualTo(1);
    }

    private void nothingIsSubmittedBeforeItIsThere(String jenkinsfile) throws Exception {
        second.branchingStatus("InProgress");
        Fault asked = Fault.none();
        Fault askedAgain = Fault.none();
        sast.simulator().schedule(SimulatedOperation.BRANCHING_STATUS, asked, askedAgain);

        QueueTaskFuture<WorkflowRun> build = job(jenkinsfile, "main").scheduleBuild2(0);
        build.waitForStart();
        asked.awaitArrival();
        askedAgain.awaitArrival();
        assertThat(second.uploads()).isZero();
        second.branchingStatus("Completed");

        jenkins.assertBuildStatusSuccess(build);
        assertThat(second.uploads()).isEqualTo(1);
    }

    private void theDescriptionTellsTheResult(String jenkinsfile) throws Exception {
        WorkflowRun run = jenkins.buildAndAssertSuccess(job(jenkinsfile, "main"));

        assertThat(run.getDescription()).isEqualTo("SAST: 3 files to project 42");
    }

    private void aFailureLetsTheBuildGoOn(String jenkinsfile) throws Exception {
        sast.simulator().always(SimulatedOperation.UPLOAD, Fault.answer(500));

        WorkflowRun run = jenkins.buildAndAssertStatus(Result.UNSTABLE, job(jenkinsfile, "main"));

        assertThat(Logs.ofSteps(run)).contains("The build continues.");
    }

    /** The job of a branch, in a multibranch pipeline of a new repository; it is built when the test does so. */
    private WorkflowJob job(String jenkinsfile, String branch) throws Exception {
        String repository = repository(jenkinsfile);
        if (!branch.equals("main")) {
            git.branch(repository, branch);
        }
        return job(Branches.source(git.url(repository)), branch);
    }

    private WorkflowJob changeRequest(String jenkinsfile) throws Exception {
        return job(new Branches.ChangeRequests(git.url(repository(jenkinsfile))), Branches.CHANGE_REQUEST);
    }

    private static WorkflowJob job(SCMSource source, String head) throws Exception {
        return Branches.index(jenkins.createProject(WorkflowMultiBranchProject.class), source)
                .getItemByBranchName(head);
    }

    private String repository(String jenkinsfile) throws Exception {
        String repository = "app" + repositoriesMade++;
        git.create(repository, Map.of("Jenkinsfile", jenkinsfile, FILES[1], BILLING, FILES[2], SHOP));
        return repository;
    }
}
