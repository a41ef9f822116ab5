package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.AbortException;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.util.Map;
import org.jenkinsci.plugins.workflow.actions.ArgumentsAction;
import org.jenkinsci.plugins.workflow.cps.nodes.StepAtomNode;
import org.jenkinsci.plugins.workflow.graphanalysis.DepthFirstScanner;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which arguments of a step are refused, and which views of pipelines show. */
@WithSast
class StepArgumentsJenkinsTest {
    private SastJenkins sast;

    @Test
    void a_step_shows_where_it_goes_and_what_it_asks_for() throws Exception {
        Run<?, ?> run = sast.build("""
                sastLicense server: 'main'
                sastQuery server: 'main', language: 'Java', queryName: 'SQL_Injection', severity: 'High'
                sastBranchingStatus projectId: '42'
                sastScan server: 'main', projectId: 42, upload: false
                """);
        assertThat(shown(run, "sastLicense")).isEqualTo("main");
        assertThat(shown(run, "sastQuery")).isEqualTo("main Java SQL_Injection");
        assertThat(shown(run, "sastBranchingStatus")).isEqualTo("42");
        assertThat(shown(run, "sastScan")).isEqualTo("main 42");
    }

    @Test
    void a_secret_among_the_arguments_is_not_shown() throws Exception {
        sast.addCredentials(Servers.secretText("id", "hidden-server"));
        sast.configure(sast.server("hidden-server"));
        Run<?, ?> run = sast.build("withCredentials([string(credentialsId: 'id', variable: 'NAME')]) {"
                + " sastScan server: \"${NAME}\", projectId: '42', upload: false }");

        assertThat(shown(run, "sastScan")).isEqualTo("${NAME} 42");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dryrun | | sastScan has no parameter \"dryrun\". Did you mean \"dryRun\"?",
                "includes | | sastScan has no parameter \"includes\". Use source: [includes: ...].",
                "source | include | sastScan has no parameter \"source.include\". Did you mean \"includes\"?",
                "git | credentials | sastScan has no parameter \"git.credentials\". Did you mean \"credentialsId\"?"
            })
    void an_unknown_parameter_is_refused_with_the_closest_one(String name, String nested, String message) {
        Map<String, Object> written = Map.of(name, nested == null ? "x" : Map.of(nested, "x"));
        assertThatThrownBy(() -> ScriptArguments.check("sastScan", SastScanStep.class, written))
                .isInstanceOf(AbortException.class)
                .hasMessage("SAST: " + message);
    }

    private static String shown(Run<?, ?> run, String step) {
        return ArgumentsAction.getStepArgumentsAsString(new DepthFirstScanner()
                .findFirstMatch(
                        ((WorkflowRun) run).getExecution(),
                        node -> node instanceof StepAtomNode atom
                                && atom.getDescriptor().getFunctionName().equals(step)));
    }
}
