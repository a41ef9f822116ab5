package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import groovy.lang.GroovyShell;
import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Map;
import org.jenkinsci.plugins.workflow.actions.ArgumentsAction;
import org.jenkinsci.plugins.workflow.actions.WarningAction;
import org.jenkinsci.plugins.workflow.cps.nodes.StepAtomNode;
import org.jenkinsci.plugins.workflow.graph.FlowNode;
import org.jenkinsci.plugins.workflow.graphanalysis.DepthFirstScanner;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast(noWarnings = true)
class PipelineStepsJenkinsTest {
    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void pipelines_accept_numbers_and_lists_and_need_no_node_to_write_git_settings() throws Exception {
        sast.build(inNode("""
                writeFile file: 'src/Gone.txt', text: 'gone'
                sastSubmit server: 'main', projectId: 42, git: null, forceScan: false, source: [directory: 'src',
                    includes: ['**/*.JAVA', '*.txt'], excludes: ['GONE*'], caseSensitive: false]
                """));
        assertSubmitted(Map.of("Main.java", "class Main {}"));
        assertThat(sast.project().forceScans()).isZero();

        // The Snippet Generator writes [] if all settings of a group have default values. In Declarative pipelines, a
        // literal project ID must be a string.
        sast.build("pipeline { agent none; stages { stage('Scan') { steps {"
                + " withEnv(['GIT_URL=https://git.example/a.git', 'GIT_BRANCH=origin/main']) {"
                + " sastSubmit server: 'main', projectId: \"${42}\", upload: false, source: [], git: [] } } } } }");
        assertThat(sast.project().git().orElseThrow().url()).isEqualTo("https://git.example/a.git");
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo("refs/heads/main");
        assertThat(sast.project().forceScans()).isEqualTo(1);
    }

    @Test
    void a_submission_works_inside_block_steps() throws Exception {
        sast.addCredentials(Servers.secretText("id", "42"));
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));

        sast.build(inNode("""
                dir('src') { withEnv(['SERVER_NAME=main']) { timeout(5) { retry(2) {
                    withCredentials([string(credentialsId: 'id', variable: 'PROJECT')]) {
                        sastSubmit server: '${SERVER_NAME}', projectId: '${PROJECT}'
                    }
                } } } }
                """));

        assertSubmitted(Map.of("Main.java", "class Main {}"));
        assertThat(sast.simulator().requests(SimulatedOperation.UPLOAD)).hasSize(2);
    }

    @Test
    void each_step_that_reads_from_the_server_returns_a_map() throws Exception {
        Run<?, ?> run = sast.build("""
                sastSubmit server: 'main', projectId: '42', upload: false,
                    git: [url: 'https://git.example/a.git', branch: 'main']
                echo "same ${sastLicense(server: 'main') == sastLicense('main')} ${sastLicense().edition}"
                echo "status ${sastBranchingStatus(server: 'main', projectId: '42').status}"
                def query = sastQuery(server: 'main', language: 'Java', severity: 'high', queryName: 'SQL_Injection')
                echo "query ${query.queryId} ${query.queryVersionCode}"
                def git = sastGitSettings(server: 'main', projectId: '42')
                echo "git ${git.url} ${git.branch} ${git.useSsh}"
                """);

        assertThat(Logs.ofSteps(run))
                .contains(
                        "status Completed", "query 594 56110529", "git https://git.example/a.git refs/heads/main false")
                .anyMatch(line -> line.matches("same true \\S.*"));
        assertThat(sast.simulator().requests(SimulatedOperation.QUERY))
                .extracting(request -> request.target())
                .containsExactly("/queries/queryVersionCode?language=Java&severity=High&queryName=SQL_Injection");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "withEnv(['WHICH=other']) { sastLicense('${WHICH}') } | There is no SAST server",
                "sastSubmit 'other' | There is no SAST server",
                "sastSubmit null | The project ID is missing",
                "sastSubmit 'main' | SAST server \"main\" has no default project",
                "sastSubmit 42 | server is 42: write a text in quotes.",
                "sastBranchingStatus(server: 'main', projectId: 404) | 404",
                "sastQuery(server: 'main', query: 'a') | no parameter \"query\". Its parameters are language, queryName,",
                "node { sastSubmit(projectId: 42, source: [files: 'tracked']) } | source.files is \"tracked\": write one of ALL, NOT_IGNORED, TRACKED.",
                "sastSubmit(server: 'main', projectId: '42') | node { }"
            })
    void a_failed_step_logs_one_error_with_the_reason(String step, String reason) throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.pipeline(step));

        assertThat(Logs.error(run)).contains(reason);
        assertThat(Logs.ofSteps(run)).hasSizeLessThanOrEqualTo(2);
        assertThat(sast.project().uploads() + sast.project().forceScans()).isZero();
    }

    private void assertSubmitted(Map<String, String> files) throws Exception {
        assertThat(sast.project().uploads()).isEqualTo(1);
        assertThat(Zips.received(sast.project())).isEqualTo(files);
    }

    private static String inNode(String steps) {
        return "node { deleteDir(); writeFile file: 'src/Main.java', text: 'class Main {}'\n"
                + "writeFile file: 'README', text: 'read me'\n" + steps + "\n}";
    }

    @Test
    void the_pipeline_overview_shows_the_server_and_target_of_each_step() throws Exception {
        Run<?, ?> run = sast.build("""
                sastLicense server: 'main'
                sastQuery server: 'main', language: 'Java', queryName: 'SQL_Injection', severity: 'High'
                sastBranchingStatus projectId: '42'
                sastSubmit server: 'main', projectId: 42, upload: false
                """);
        assertThat(shown(run, "sastLicense")).isEqualTo("main");
        assertThat(shown(run, "sastQuery")).isEqualTo("main Java SQL_Injection");
        assertThat(shown(run, "sastBranchingStatus")).isEqualTo("project 42");
        assertThat(shown(run, "sastSubmit")).isEqualTo("project 42 on main");
    }

    @ParameterizedTest
    @CsvSource({"dryrun,", "includes,", "source, brnach", "git, excludes"})
    void an_unknown_parameter_is_rejected_and_all_parameters_are_listed(String name, String nested) {
        Map<String, Object> written = Map.of(name, nested == null ? "x" : Map.of(nested, "x"));
        assertThatThrownBy(() -> ScriptArguments.checked("sastSubmit", SastSubmitStep.class, written))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("sastSubmit has no parameter \"" + (nested == null ? name : name + "." + nested)
                        + "\". Its parameters are server, dryRun, forceScan,"
                        + " git: [branch, checkRemote, credentialsId, url], manifest, onWarnings, projectId,"
                        + " skipUnchanged, source: [archive, caseSensitive,"
                        + " defaultExcludes, directory, excludes, files, includes], upload.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "dryRun: 'yes' | dryRun is \"yes\": write true or false, a build parameter such as params.X, or"
                        + " \"${X}\".toBoolean().",
                "dryRun: 1 | dryRun is 1: write true or false,",
                "dryRun: '' | dryRun is \"\": write true or false,",
                "dryRun: '${DRY}' | dryRun is \"${DRY}\": write true or false,",
                "dryRun: null | dryRun is null: write true or false,",
                "source: [defaultExcludes: 'no'] | source.defaultExcludes is \"no\": write true or false,",
                "source: 'src' | source is \"src\": write values in brackets, such as source: [directory: ...].",
                "git: true | git is true: write values in brackets, such as git: [branch: ...].",
                "git: ['main'] | git is [main]: write values in brackets, such as git: [branch: ...].",
                "git: { branch 'main' } | git is a block in braces: write values in brackets, such as git: [branch: ...].",
                "onWarnings: 'fail' | onWarnings is \"fail\": write one of CONTINUE, UNSTABLE, FAIL.",
                "server: ['main'] | server is [main]: write a text in quotes.",
                "source: [excludes: [1]] | source.excludes is [1]: write a text in quotes, or a list of texts."
            })
    void a_value_of_the_wrong_kind_is_rejected_in_one_sentence(String argument, String message) {
        Map<?, ?> written = (Map<?, ?>) new GroovyShell().evaluate("[" + argument + "]");
        assertThatThrownBy(() -> ScriptArguments.checked("sastSubmit", SastSubmitStep.class, written))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void booleans_can_be_the_words_true_and_false_and_blocks_can_be_null() throws Exception {
        sast.build("node { writeFile file: 'a', text: 'A'; sastSubmit projectId: '42', dryRun: 'true', git: null,"
                + " source: null }");

        assertThat(sast.project().lastUpload()).isEmpty();
    }

    @Test
    void warnings_can_mark_the_build_and_the_step_as_unstable() throws Exception {
        String files = "writeFile file: 'a', text: 'A'; ";
        String options = "projectId: '42', onWarnings: 'UNSTABLE', source: ";
        Run<?, ?> warned = jenkins.buildAndAssertStatus(
                Result.UNSTABLE, sast.pipeline("node { " + files + "sastSubmit " + options + "[excludes: 'none'] }"));
        Run<?, ?> fine = sast.build("node { " + files + "sastSubmit " + options + "[:] }");

        assertThat(step(warned, "sastSubmit").getAction(WarningAction.class))
                .returns(Result.UNSTABLE, WarningAction::getResult)
                .returns("SAST: Unstable, because there are warnings about the archive.", WarningAction::getMessage);
        assertThat(step(fine, "sastSubmit").getAction(WarningAction.class)).isNull();
        assertThat(sast.project().forceScans()).isEqualTo(2);
        // After each test, no build may have warnings.
        warned.getParent().delete();
    }

    private static String shown(Run<?, ?> run, String step) {
        return ArgumentsAction.getStepArgumentsAsString(step(run, step));
    }

    private static FlowNode step(Run<?, ?> run, String step) {
        return new DepthFirstScanner()
                .findFirstMatch(
                        ((WorkflowRun) run).getExecution(),
                        node -> node instanceof StepAtomNode atom
                                && atom.getDescriptor().getFunctionName().equals(step));
    }
}
