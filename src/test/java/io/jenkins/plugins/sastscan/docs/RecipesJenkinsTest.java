package io.jenkins.plugins.sastscan.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import hudson.Functions;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.build.git.SshKeys;
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
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jenkins.scm.api.SCMSource;
import org.jenkinsci.plugins.scriptsecurity.scripts.ScriptApproval;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Runs the unchanged Jenkinsfiles of README and {@code docs/recipes.md} in a multibranch pipeline. */
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
    private WorkflowMultiBranchProject branches;

    static Stream<Documentation.Block> recipes() {
        return Stream.of("README.md", "docs/recipes.md")
                .flatMap(page -> Documentation.of(page).blocks("groovy").stream());
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void each_recipe_in_the_docs_has_the_described_result(Documentation.Block recipe) throws Exception {
        first = sast.project();
        second = sast.simulator().addProject(43);
        sast.addCredentials(Servers.sshKey("git-ssh", SshKeys.pem()));
        git.commit("monorepo", Map.of("Jenkinsfile", recipe.code(), FILES[1], BILLING, FILES[2], SHOP));
        git.ref("monorepo", "refs/heads/feature/x");
        branches = index(Branches.source(git.url("monorepo")));

        assertResult(recipe.title());

        assertThat(sast.simulator().requests()).isNotEmpty();
        assertThat(ScriptApproval.get().getPendingSignatures()).isEmpty();
    }

    private void assertResult(String recipe) throws Exception {
        switch (recipe) {
            case "First build" -> {
                buildChangeRequest();
                assertThat(first.uploads()).isZero();
                assertMainIsSubmitted();
            }
            case "Only on the main branch" -> {
                build("feature/x");
                assertThat(first.uploads()).isZero();
                assertMainIsSubmitted();
            }
            case "Multibranch: one project for main, another for all other branches" -> {
                build("main");
                assertThat(List.of(first.uploads(), second.uploads())).containsExactly(1, 0);
                build("feature/x");
                assertThat(List.of(first.uploads(), second.uploads())).containsExactly(1, 1);
            }
            case "Pull requests: list the files without submitting" -> {
                assertListsTheFiles(buildChangeRequest());
                assertThat(sast.simulator().requests()).isEmpty();
                assertMainIsSubmitted();
            }
            case "Monorepo: several projects in parallel", "Monorepo: a list of projects, one checkout" -> {
                build("main");
                assertThat(Zips.received(first)).isEqualTo(Map.of("src/Billing.java", BILLING));
                assertThat(Zips.received(second)).isEqualTo(Map.of("src/Shop.java", SHOP));
            }
            case "Only committed files" -> {
                assumeFalse(Functions.isWindows(), "the recipe uses a shell");
                build("main");
                jenkins.jenkins
                        .getWorkspaceFor(branches.getItemByBranchName("main"))
                        .child("left-by-a-build")
                        .write("", "UTF-8");
                assertMainIsSubmitted();
                assertThat(first.uploads()).isEqualTo(2);
            }
            case "Upload only if a file has changed" -> {
                build("main");
                build("main");
                assertThat(List.of(first.uploads(), first.forceScans())).containsExactly(1, 1);
            }
            case "Let the SAST server fetch the source over SSH" -> {
                build("feature/x");
                assertThat(first.git()).isEmpty();
                build("main");
                assertThat(first.uploads()).isZero();
                assertThat(first.git().orElseThrow().useSsh()).isTrue();
                assertThat(first.git().orElseThrow().branch()).isEqualTo("refs/heads/main");
            }
            case "Dry run first" -> {
                assertListsTheFiles(build("main"));
                assertThat(first.uploads()).isEqualTo(1);
            }
            case "Wait for a branched project" -> {
                second.branchingStatus("InProgress");
                Fault asked = Fault.none();
                Fault askedAgain = Fault.none();
                sast.simulator().schedule(SimulatedOperation.BRANCHING_STATUS, asked, askedAgain);
                var build = branches.getItemByBranchName("main").scheduleBuild2(0);
                asked.awaitArrival();
                askedAgain.awaitArrival();
                assertThat(second.uploads()).isZero();
                second.branchingStatus("Completed");
                jenkins.assertBuildStatusSuccess(build);
                assertThat(second.uploads()).isEqualTo(1);
            }
            case "Use the result in a later stage" ->
                assertThat(build("main").getDescription()).isEqualTo("SAST: 3 files to project 42");
            case "Unstable instead of failed" -> {
                sast.simulator().always(SimulatedOperation.UPLOAD, Fault.answer(500));
                WorkflowRun run = jenkins.buildAndAssertStatus(Result.UNSTABLE, branches.getItemByBranchName("main"));
                assertThat(Logs.ofSteps(run)).contains("The build continues.");
            }
            case "Submit again when the agent is lost", "Without binaries" -> assertMainIsSubmitted();
            default -> throw new AssertionError("no expected result for " + recipe);
        }
    }

    private void assertMainIsSubmitted() throws Exception {
        build("main");
        assertThat(Zips.received(first)).containsOnlyKeys(FILES);
    }

    private static void assertListsTheFiles(WorkflowRun run) throws IOException {
        assertThat(Logs.ofSteps(run)).anyMatch(line -> line.endsWith("  services/shop/src/Shop.java"));
    }

    private WorkflowRun build(String branch) throws Exception {
        return jenkins.buildAndAssertSuccess(branches.getItemByBranchName(branch));
    }

    private WorkflowRun buildChangeRequest() throws Exception {
        return jenkins.buildAndAssertSuccess(
                index(new Branches.ChangeRequests(git.url("monorepo"))).getItemByBranchName(Branches.CHANGE_REQUEST));
    }

    private static WorkflowMultiBranchProject index(SCMSource source) throws Exception {
        return Branches.index(jenkins.createProject(WorkflowMultiBranchProject.class), source);
    }
}
