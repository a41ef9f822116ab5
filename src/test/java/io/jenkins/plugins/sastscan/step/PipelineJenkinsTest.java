package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.util.List;
import java.util.Map;
import org.jenkinsci.plugins.scriptsecurity.scripts.ScriptApproval;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class PipelineJenkinsTest {
    private static JenkinsRule jenkins;
    private SastJenkins sast;

    /** No test may need an approval, and none may make the pipeline plugins warn. */
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
            assertThat(logs.toString()).doesNotContainIgnoringCase("warning").doesNotContain("\tat ");
        }
    }

    @Test
    void arguments_may_be_written_as_groovy_has_them_and_without_an_upload_no_node_is_needed() throws Exception {
        sast.build(inNode("""
                writeFile file: 'src/Gone.txt', text: 'gone'
                sastScan server: 'main', projectId: 42, git: null, forceScan: false, source: [directory: 'src',
                    includes: ['**/*.JAVA', '*.txt'], excludes: ['GONE*'], caseSensitive: false]
                """));
        assertSubmitted(Map.of("Main.java", "class Main {}"));
        assertThat(sast.project().forceScans()).isZero();

        // As the Snippet Generator writes settings that are all defaults. Declarative wants a literal to be a text.
        sast.build("pipeline { agent none; stages { stage('Scan') { steps {"
                + " withEnv(['GIT_URL=https://git.example/a.git', 'GIT_BRANCH=origin/main']) {"
                + " sastScan server: 'main', projectId: \"${42}\", upload: false, source: [], git: [] } } } } }");
        assertThat(sast.project().git().orElseThrow().url()).isEqualTo("https://git.example/a.git");
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo("refs/heads/main");
        assertThat(sast.project().forceScans()).isEqualTo(1);
    }

    @Test
    void an_unknown_parameter_fails_before_anything_is_sent() throws Exception {
        Run<?, ?> run = fail(inNode("sastScan server: 'main', projectId: '42', source: [include: '**']"));

        jenkins.assertLogContains("ERROR: SAST: sastScan has no parameter \"source.include\". Did you mean", run);
        assertThat(sast.simulator().requests()).isEmpty();
    }

    @Test
    void the_step_works_inside_the_steps_around_it() throws Exception {
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
    void an_upload_without_a_node_says_what_to_do() throws Exception {
        Run<?, ?> run = fail("sastScan server: 'main', projectId: '42'");

        assertThat(Logs.ofSteps(run))
                .last()
                .asString()
                .startsWith("ERROR: SAST: ")
                .contains("node { }");
    }

    @Test
    void the_returned_map_is_read_later_without_approval() throws Exception {
        Run<?, ?> run = sast.build("""
                def scan
                node {
                    deleteDir()
                    writeFile file: 'a.c', text: 'A'
                    def listed = sastScan(server: 'main', projectId: '42', dryRun: true)
                    echo "listed ${listed.projectId} ${listed.dryRun} ${listed.files} ${listed.rawBytes}"
                    scan = sastScan(server: 'main', projectId: '42',
                        git: [url: 'https://git.example/a.git', branch: 'main'])
                }
                sleep 1
                echo "${scan.projectId} ${scan.archive.files} file, ${scan.archive.rawBytes} byte"
                echo "sha256 ${scan.archive.sha256} ${scan.archive.archiveBytes} ${scan.archive.contentDigest.size()}"
                echo "git ${scan.git.url} ${scan.git.branch} ${scan.git.authentication} ${scan.git.readBack.url}"
                echo "forced ${scan.scanForced} keys ${scan.keySet().sort().join(' ')}"
                echo "stages ${scan.milliseconds.keySet().join(' ')} ${scan.milliseconds.every { it.value >= 0 }}"
                echo "left out ${scan.archive.skippedFiles}"
                """);

        var received = sast.project().lastUpload().orElseThrow();
        assertThat(Logs.ofSteps(run))
                .contains(
                        "listed 42 true 1 1",
                        "42 1 file, 1 byte",
                        "sha256 " + received.sha256() + " " + received.bytes() + " 64",
                        "git https://git.example/a.git refs/heads/main none https://git.example/a.git",
                        "forced true keys archive git milliseconds projectId scanForced unchanged",
                        "stages access archive upload gitSettings forceScan true",
                        "left out [:]");
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
    @ValueSource(
            strings = {
                "withEnv(['WHICH=other']) { sastLicense('${WHICH}') }",
                "sastBranchingStatus(server: 'main', projectId: 404)",
                "sastGitSettings(server: 'main', projectId: '')"
            })
    void a_reading_step_fails_with_one_line(String step) throws Exception {
        Run<?, ?> run = fail(step);

        assertThat(Logs.ofSteps(run)).singleElement().asString().startsWith("ERROR: SAST: ");
    }

    private Run<?, ?> fail(String script) throws Exception {
        return jenkins.buildAndAssertStatus(Result.FAILURE, sast.pipeline(script));
    }

    private void assertSubmitted(Map<String, String> files) throws Exception {
        assertThat(sast.project().uploads()).isEqualTo(1);
        assertThat(Zips.received(sast.project())).isEqualTo(files);
    }

    private static String inNode(String steps) {
        return "node { deleteDir()\n"
                + String.join(
                        "\n",
                        List.of(
                                "writeFile file: 'src/Main.java', text: 'class Main {}'",
                                "writeFile file: 'README', text: 'read me'",
                                steps))
                + "\n}";
    }
}
