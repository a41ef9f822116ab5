package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import hudson.AbortException;
import hudson.matrix.AxisList;
import hudson.matrix.MatrixProject;
import hudson.matrix.TextAxis;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.submission.SubmissionResultTest;
import io.jenkins.plugins.sastscan.submission.git.SshKeys;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javaposse.jobdsl.plugin.ExecuteDslScripts;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.jenkinsci.plugins.scriptsecurity.scripts.ScriptApproval;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.jenkinsci.plugins.structs.describable.DescribableParameter;
import org.jenkinsci.plugins.workflow.actions.ArgumentsAction;
import org.jenkinsci.plugins.workflow.cps.nodes.StepAtomNode;
import org.jenkinsci.plugins.workflow.graphanalysis.DepthFirstScanner;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;

/**
 * Runs the steps in pipelines, freestyle jobs and matrix jobs, and the examples of {@code docs/pipeline.md}. Compares
 * the tables of this page with the code.
 */
@WithSast
class BuildsJenkinsTest {
    private static final Map<String, String> FILES =
            Map.of("src/Main.java", "class Main {}", "README", "read me", ".git/config", "secret", "lib/a b.txt", "");

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    /** No test may need a script approval or make the pipeline plugins warn. */
    @AfterEach
    void end() throws Exception {
        assertThat(ScriptApproval.get().getPendingSignatures()).isEmpty();
        assertThat(ScriptApproval.get().getPendingScripts()).isEmpty();
        for (WorkflowJob job : jenkins.jenkins.getAllItems(WorkflowJob.class)) {
            StringBuilder logs = new StringBuilder();
            for (Run<?, ?> run : job.getBuilds()) {
                logs.append(JenkinsRule.getLog(run));
            }
            job.delete();
            assertThat(logs.toString().replace("\"warnings\":[]", ""))
                    .doesNotContainIgnoringCase("warning")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void groovy_types_are_accepted_as_arguments_and_no_node_is_needed_without_an_upload() throws Exception {
        sast.build(inNode("""
                writeFile file: 'src/Gone.txt', text: 'gone'
                sastScan server: 'main', projectId: 42, git: null, forceScan: false, source: [directory: 'src',
                    includes: ['**/*.JAVA', '*.txt'], excludes: ['GONE*'], caseSensitive: false]
                """));
        assertSubmitted(Map.of("Main.java", "class Main {}"));
        assertThat(sast.project().forceScans()).isZero();

        // The Snippet Generator writes default settings as []. In Declarative pipelines, a literal ID must be a string.
        sast.build("pipeline { agent none; stages { stage('Scan') { steps {"
                + " withEnv(['GIT_URL=https://git.example/a.git', 'GIT_BRANCH=origin/main']) {"
                + " sastScan server: 'main', projectId: \"${42}\", upload: false, source: [], git: [] } } } } }");
        assertThat(sast.project().git().orElseThrow().url()).isEqualTo("https://git.example/a.git");
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo("refs/heads/main");
        assertThat(sast.project().forceScans()).isEqualTo(1);
    }

    @Test
    void a_freestyle_build_can_continue_as_unstable_if_the_submission_fails() throws Exception {
        SastScanBuilder step = SastJenkins.builder("main", "42");
        step.setUnstableOnFailure(true);
        step.getSource().setExcludes("none");
        step.setFailOnWarnings(true);
        FreeStyleProject job = sast.freestyle(Map.of("a", "A"), step);
        job.getBuildersList().add(new WorkspaceFiles(Map.of("b", "B")));

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.UNSTABLE, job);

        jenkins.assertLogContains(
                "ERROR: SAST: Not uploaded, because failOnWarnings is set: These patterns match nothing: exclude 'none'.",
                run);
        assertThat(jenkins.jenkins.getWorkspaceFor(job).child("b").exists()).isTrue();
        assertThat(sast.project().lastUpload()).isEmpty();
    }

    @Test
    void an_invalid_parameter_fails_a_freestyle_build_even_with_unstable_on_failure() throws Exception {
        SastScanBuilder step = SastJenkins.builder("main", "0");
        step.setUnstableOnFailure(true);

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.freestyle(Map.of("a", "A"), step));

        jenkins.assertLogContains("ERROR: SAST: Invalid project ID \"0\"", run);
    }

    @Test
    void the_step_works_inside_other_block_steps() throws Exception {
        sast.addCredentials(Servers.secretText("id", "42"));
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(400));

        sast.build(inNode("""
                dir('src') {
                    withEnv(['SERVER_NAME=main']) {
                        withCredentials([string(credentialsId: 'id', variable: 'PROJECT')]) {
                            timeout(5) {
                                retry(2) {
                                    sastScan server: '${SERVER_NAME}', projectId: '${PROJECT}'
                                }
                            }
                        }
                    }
                }
                """));

        assertSubmitted(Map.of("Main.java", "class Main {}"));
        assertThat(sast.simulator().requests(SimulatedOperation.UPLOAD)).hasSize(2);
    }

    @Test
    void pipelines_can_read_the_returned_map_without_script_approval() throws Exception {
        Run<?, ?> run = sast.build("""
                def scan
                node {
                    deleteDir()
                    writeFile file: 'a.c', text: 'A'
                    def listed = sastScan(server: 'main', projectId: '42', dryRun: true)
                    echo "listed ${listed.files}"
                    scan = sastScan(server: 'main', projectId: '42',
                        git: [url: 'https://git.example/a.git', branch: 'main'])
                }
                sleep 1
                echo "sha256 ${scan.archive.sha256} ${scan.archive.archiveBytes} ${scan.git.readBack.url}"
                echo "stages ${scan.milliseconds.keySet().join(' ')} ${scan.milliseconds.every { it.value >= 0 }}"
                """);

        var received = sast.project().lastUpload().orElseThrow();
        assertThat(Logs.ofSteps(run))
                .contains(
                        "listed 1",
                        "sha256 " + received.sha256() + " " + received.bytes() + " https://git.example/a.git",
                        "stages access archive upload gitSettings forceScan true");
    }

    @Test
    void the_reading_steps_return_maps() throws Exception {
        Run<?, ?> run = sast.build("""
                sastScan server: 'main', projectId: '42', upload: false,
                    git: [url: 'https://git.example/a.git', branch: 'main']
                def license = sastLicense(server: 'main')
                echo "license ${license.edition} ${license.users.max} ${license.languages[0].language} ${license.expirationDate}"
                echo "same ${license == sastLicense('main')} ${license == sastLicense()}"
                def status = sastBranchingStatus(server: 'main', projectId: '42')
                echo "status ${status.status}"
                def query = sastQuery(server: 'main', language: 'Java', queryName: 'Long_Method')
                echo "query ${query.queryId} ${query.queryVersionCode}"
                def high = sastQuery(server: 'main', language: 'Java', severity: 'high', queryName: 'SQL_Injection')
                echo "query ${high.queryId} ${high.queryVersionCode}"
                def git = sastGitSettings(server: 'main', projectId: '42')
                echo "git ${git.url} ${git.branch} ${git.useSsh}"
                """);

        assertThat(Logs.ofSteps(run))
                .contains(
                        "same true true",
                        "status Completed",
                        "query 4610 9007199254740993",
                        "query 594 56110529",
                        "git https://git.example/a.git refs/heads/main false")
                .anyMatch(line -> line.matches("license \\S.* \\d+ \\S+ \\d{4}-.*"));
        assertThat(sast.simulator().requests(SimulatedOperation.QUERY))
                .extracting(request -> request.target())
                .containsExactly(
                        "/queries/queryVersionCode?language=Java&severity=Info&queryName=Long_Method",
                        "/queries/queryVersionCode?language=Java&severity=High&queryName=SQL_Injection");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "withEnv(['WHICH=other']) { sastLicense('${WHICH}') } | There is no SAST server",
                "sastBranchingStatus(server: 'main', projectId: 404) | 404",
                "sastGitSettings(server: 'main', projectId: '') | project ID",
                "sastScan(server: 'main', projectId: 42, source: [include: 'a']) | no parameter \"source.include\". Did you",
                "sastScan(server: 'main', projectId: '42') | node { }"
            })
    void a_failed_step_logs_one_line_with_the_reason(String step, String reason) throws Exception {
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
    void a_step_with_defaults_uploads_the_workspace_and_forces_the_scan() throws Exception {
        Run<?, ?> run = jenkins.buildAndAssertSuccess(sast.freestyle(FILES, SastJenkins.builder("main", "42")));

        assertThat(Zips.received(sast.project()))
                .isEqualTo(Map.of("src/Main.java", "class Main {}", "README", "read me", "lib/a b.txt", ""));
        assertThat(sast.project().uploads()).isEqualTo(1);
        assertThat(sast.project().forceScans()).isEqualTo(1);
        assertThat(sast.project().git()).isEmpty();
        assertThat(Logs.ofSteps(run))
                .hasSizeLessThanOrEqualTo(12)
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("Submitting to project 42 of SAST server main"),
                        line -> assertThat(line).startsWith("The SAST server accepted the access token ("),
                        line -> assertThat(line).startsWith("Archived 3 files, 20 B, as "),
                        line -> assertThat(line).startsWith("Skipped: 1 excluded director"),
                        line -> assertThat(line).startsWith("Uploaded "),
                        line -> assertThat(line).startsWith("Next scheduled scan forced, even without code changes ("));
    }

    @Test
    void an_error_about_a_server_name_does_not_show_servers_of_other_jobs() throws Exception {
        SastServer closed = sast.server("of-other-jobs");
        closed.getAccess().setRules(List.of(Servers.rule("another job", "")));
        sast.configure(sast.server("main"), sast.server("second"), closed);
        for (String name : List.of("", "other", "of-other-job")) {
            String log = JenkinsRule.getLog(jenkins.buildAndAssertStatus(
                    Result.FAILURE, sast.freestyle(FILES, SastJenkins.builder(name, "42"))));
            assertThat(log).contains("ERROR: SAST: ").doesNotContain("of-other-jobs");
        }
    }

    @Test
    void each_combination_of_a_matrix_job_submits_with_its_own_values() throws Exception {
        sast.simulator().addProject(43);
        SastScanBuilder step = SastJenkins.builder("main", "${PROJECT}");
        step.getSource().setDirectory("of-$PROJECT");
        step.getSource().setIncludes("*.${PROJECT}");
        MatrixProject job = jenkins.createProject(MatrixProject.class);
        job.setAxes(new AxisList(new TextAxis("PROJECT", "42", "43")));
        job.getBuildersList().add(new WorkspaceFiles(Map.of("of-42/a.42", "A", "of-43/b.43", "B", "of-43/b.42", "")));
        job.getBuildersList().add(step);

        jenkins.buildAndAssertSuccess(job);

        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("a.42", "A"));
        assertThat(Zips.received(sast.simulator().project(43))).isEqualTo(Map.of("b.43", "B"));
    }

    @Test
    void the_documented_job_dsl_scripts_create_their_jobs() throws Exception {
        sast.addCredentials(Servers.user("git-user", "robot", "p\u00e4ssword"));
        FreeStyleProject seed = jenkins.createFreeStyleProject();
        for (Documentation.Block script : Documentation.of("docs/job-dsl.md").blocks("groovy")) {
            ExecuteDslScripts scripts = new ExecuteDslScripts();
            scripts.setScriptText(script.code());
            seed.getBuildersList().add(scripts);
        }
        jenkins.buildAndAssertSuccess(seed);

        FreeStyleProject made = jenkins.jenkins.getItemByFullName("app-sast", FreeStyleProject.class);
        SastScanBuilder step = made.getBuildersList().get(SastScanBuilder.class);
        assertThat(step.getSource().isCaseSensitive()).isFalse();
        assertThat(step.getSource().isDefaultExcludes()).isTrue();
        made.getBuildersList().clear();
        made.getBuildersList()
                .add(new WorkspaceFiles(
                        Map.of("services/billing/A.JAVA", "A", "services/billing/generated/B.java", "B")));
        made.getBuildersList().add(step);
        jenkins.buildAndAssertSuccess(made);
        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("A.JAVA", "A"));
        assertThat(sast.project().git().orElseThrow().userName()).contains("robot");
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo("refs/heads/main");

        jenkins.buildAndAssertSuccess(jenkins.jenkins.getItemByFullName("app-sast-pipeline", WorkflowJob.class));
        assertThat(sast.project().forceScans()).isEqualTo(2);
    }

    private static final Documentation DOCS = Documentation.of("docs/pipeline.md");
    private static final String CHECKOUT =
            "['src/Main.java', 'src/Main.kt', 'src/generated/a.c'].each { writeFile file: it, text: 'A' }";

    static List<Documentation.Block> examples() {
        return DOCS.blocks("groovy");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void a_documented_example_runs_unchanged(Documentation.Block example) throws Exception {
        sast.addCredentials(Servers.sshKey("git-ssh", SshKeys.pem()));

        sast.build(example.code().replace("checkout scm", CHECKOUT));

        assertThat(sast.simulator().requests()).isNotEmpty();
    }

    /** A parameter of the build step only. Pipelines use catchError instead. */
    private static final String BUILD_STEP_ONLY = "unstableOnFailure";

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
    void the_documented_table_lists_every_parameter_and_default(String heading, Class<?> type) throws Exception {
        List<List<String>> rows = DOCS.section(heading).rows().stream()
                .filter(row -> row.size() == 3)
                .toList();
        DescribableModel<?> model = DescribableModel.of(type);
        assertThat(rows.stream().flatMap(row -> Documentation.code(row.get(0))))
                .containsExactlyInAnyOrderElementsOf(model.getParameters().stream()
                        .map(DescribableParameter::getName)
                        .filter(name -> !name.equals(BUILD_STEP_ONLY))
                        .toList());
        Object defaults = model.instantiate(Map.of(), TaskListener.NULL);
        assertThat(rows)
                .allSatisfy(row -> assertThat(Documentation.code(row.get(0)))
                        .extracting(name -> InvokerHelper.getProperty(defaults, name))
                        .allMatch(usual ->
                                !(usual instanceof Boolean) || row.get(1).equals("`" + usual + "`")));
    }

    @Test
    void every_step_has_a_documented_table() {
        assertThat(jenkins.jenkins.getExtensionList(SastStepDescriptor.class))
                .extracting(SastStepDescriptor::getFunctionName)
                .containsExactlyInAnyOrderElementsOf(parameters().stream()
                        .map(arguments -> (String) arguments.get()[0])
                        .filter(heading -> heading.startsWith("sast"))
                        .distinct()
                        .toList());
    }

    @Test
    void the_documented_tables_list_every_returned_key() throws Exception {
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

        assertThat(SubmissionResultTest.documentedKeys("What it returns"))
                .containsExactlyInAnyOrderElementsOf(keys(run, "scan", "archive.skippedFiles", "git.readBack"));
        assertThat(SubmissionResultTest.documentedKeys("What a dry run returns"))
                .containsExactlyInAnyOrderElementsOf(keys(run, "dry", "skippedFiles"));
    }

    /** The keys in the map that a build echoes, without the keys of nested maps, which have their own tables. */
    private static List<String> keys(Run<?, ?> run, String name, String... closed) throws Exception {
        String json = Logs.ofSteps(run).stream()
                .filter(line -> line.startsWith(name + "{"))
                .findFirst()
                .orElseThrow()
                .substring(name.length());
        return SubmissionResultTest.keys(new ObjectMapper().readValue(json, Map.class), "").stream()
                .filter(key -> Stream.of(closed).noneMatch(map -> key.startsWith(map + ".")))
                .toList();
    }

    @Test
    void the_pipeline_overview_shows_the_server_and_target_of_each_step() throws Exception {
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dryrun | | sastScan has no parameter \"dryrun\". Did you mean \"dryRun\"?",
                "DryRun | | sastScan has no parameter \"DryRun\". Did you mean \"dryRun\"?",
                "project | | sastScan has no parameter \"project\". Did you mean \"projectId\"?",
                "includes | | sastScan has no parameter \"includes\". Use source: [includes: ...].",
                "src | | sastScan has no parameter \"src\". Did you mean \"source\"?",
                "exclude | | sastScan has no parameter \"exclude\". Use source: [excludes: ...].",
                "dir | | sastScan has no parameter \"dir\". Use source: [directory: ...].",
                "branch | | sastScan has no parameter \"branch\". Use git: [branch: ...].",
                "credentialId | | sastScan has no parameter \"credentialId\". Use git: [credentialsId: ...].",
                "source | brnach | sastScan has no parameter \"source.brnach\". Use git: [branch: ...].",
                "git | exclude | sastScan has no parameter \"git.exclude\". Use source: [excludes: ...].",
                "source | forceScan | sastScan has no parameter \"source.forceScan\". Use forceScan: ... outside of source.",
                "source | include | sastScan has no parameter \"source.include\". Did you mean \"includes\"?",
                "git | credentials | sastScan has no parameter \"git.credentials\". Did you mean \"credentialsId\"?"
            })
    void an_unknown_parameter_is_refused_with_a_suggestion(String name, String nested, String message) {
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
