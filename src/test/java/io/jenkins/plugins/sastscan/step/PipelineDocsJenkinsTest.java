package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import hudson.AbortException;
import hudson.model.Run;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.submission.ResultMapTest;
import io.jenkins.plugins.sastscan.submission.SshKeys;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.jenkinsci.plugins.scriptsecurity.scripts.ScriptApproval;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.jenkinsci.plugins.structs.describable.DescribableParameter;
import org.jenkinsci.plugins.workflow.actions.ArgumentsAction;
import org.jenkinsci.plugins.workflow.cps.nodes.StepAtomNode;
import org.jenkinsci.plugins.workflow.graphanalysis.DepthFirstScanner;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;

/**
 * Runs what {@code docs/pipeline.md} shows, and compares its tables with the code. Which arguments of a step are refused, and
 * which views of pipelines show.
 */
@WithSast
class PipelineDocsJenkinsTest {
    private static final Documentation DOCS = Documentation.of("docs/pipeline.md");
    private static final String CHECKOUT = "writeFile file: 'src/Main.java', text: 'class Main {}'";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @BeforeEach
    void server() throws Exception {
        sast.addCredentials(Servers.sshKey("git-ssh", SshKeys.pem()));
    }

    static List<Documentation.Block> examples() {
        return DOCS.blocks("groovy");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_runs_as_it_stands(Documentation.Block example) throws Exception {
        sast.build(example.code().replace("checkout scm", CHECKOUT));

        assertThat(sast.simulator().requests()).isNotEmpty();
        assertThat(ScriptApproval.get().getPendingSignatures()).isEmpty();
    }

    static List<Arguments> parameters() {
        return List.of(
                Arguments.of("sastScan", SastScanStep.class),
                Arguments.of("sastScan", SastScanBuilder.class),
                Arguments.of("source", SourceSettings.class),
                Arguments.of("git", GitSettings.class),
                Arguments.of("sastLicense", SastLicenseStep.class),
                Arguments.of("sastBranchingStatus", SastBranchingStatusStep.class),
                Arguments.of("sastQuery", SastQueryStep.class),
                Arguments.of("sastGitSettings", SastGitSettingsStep.class));
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void the_table_has_every_parameter_and_the_default_of_each_switch(String heading, Class<?> type) throws Exception {
        List<List<String>> rows = DOCS.section(heading).rows().stream()
                .filter(row -> row.size() == 3)
                .toList();
        DescribableModel<?> model = DescribableModel.of(type);
        assertThat(rows.stream().flatMap(row -> Documentation.code(row.get(0))))
                .containsExactlyInAnyOrderElementsOf(model.getParameters().stream()
                        .map(DescribableParameter::getName)
                        .toList());
        Object defaults = model.instantiate(Map.of(), TaskListener.NULL);
        assertThat(rows)
                .allSatisfy(row -> assertThat(Documentation.code(row.get(0)))
                        .extracting(name -> InvokerHelper.getProperty(defaults, name))
                        .allMatch(usual ->
                                !(usual instanceof Boolean) || row.get(1).equals("`" + usual + "`")));
    }

    @Test
    void every_step_has_its_table() {
        assertThat(jenkins.jenkins.getExtensionList(PlainStepDescriptor.class))
                .extracting(PlainStepDescriptor::getFunctionName)
                .containsExactlyInAnyOrderElementsOf(parameters().stream()
                        .map(arguments -> (String) arguments.get()[0])
                        .filter(heading -> heading.startsWith("sast"))
                        .distinct()
                        .toList());
    }

    @Test
    void the_tables_have_every_key_of_a_submission_and_of_a_dry_run() throws Exception {
        WorkflowJob job = sast.pipeline("""
                node {
                    writeFile file: 'src/Main.java', text: 'class Main {}'
                    writeFile file: 'lib/a.c', text: ''
                    def source = [includes: 'src/**']
                    def scan = sastScan(server: 'main', projectId: '42', source: source, manifest: true,
                        git: [url: 'https://git.example/a.git', branch: 'main'])
                    def dry = sastScan(server: 'main', projectId: '42', source: source, dryRun: true)
                    echo 'scan' + groovy.json.JsonOutput.toJson(scan)
                    echo 'dry' + groovy.json.JsonOutput.toJson(dry)
                }
                """);
        jenkins.buildAndAssertSuccess(job);
        Run<?, ?> run = jenkins.buildAndAssertSuccess(job);

        assertThat(ResultMapTest.documentedKeys("What it returns"))
                .containsExactlyInAnyOrderElementsOf(keys(run, "scan", "archive.skippedFiles", "git.readBack"));
        assertThat(ResultMapTest.documentedKeys("What a dry run returns"))
                .containsExactlyInAnyOrderElementsOf(keys(run, "dry", "skippedFiles"));
    }

    /** The keys in the map that a build echoes, without what is in these maps, which have tables of their own. */
    private static List<String> keys(Run<?, ?> run, String name, String... closed) throws Exception {
        String json = Logs.ofSteps(run).stream()
                .filter(line -> line.startsWith(name + "{"))
                .findFirst()
                .orElseThrow()
                .substring(name.length());
        return ResultMapTest.keys(new ObjectMapper().readValue(json, Map.class), "").stream()
                .filter(key -> Stream.of(closed).noneMatch(map -> key.startsWith(map + ".")))
                .toList();
    }

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
