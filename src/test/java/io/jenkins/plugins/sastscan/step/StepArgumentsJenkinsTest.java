package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import org.jenkinsci.plugins.workflow.actions.ArgumentsAction;
import org.jenkinsci.plugins.workflow.cps.nodes.StepAtomNode;
import org.jenkinsci.plugins.workflow.flow.FlowExecution;
import org.jenkinsci.plugins.workflow.graph.FlowNode;
import org.jenkinsci.plugins.workflow.graphanalysis.DepthFirstScanner;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** What views of pipelines show of a step. */
@WithSast
class StepArgumentsJenkinsTest {
    private static JenkinsRule jenkins;
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

    private static String shown(Run<?, ?> run, String step) {
        return ArgumentsAction.getStepArgumentsAsString(node(run, step));
    }

    private static FlowNode node(Run<?, ?> run, String step) {
        FlowExecution execution = ((WorkflowRun) run).getExecution();
        return new DepthFirstScanner()
                .findFirstMatch(
                        execution,
                        node -> node instanceof StepAtomNode atom
                                && atom.getDescriptor().getFunctionName().equals(step));
    }
}
