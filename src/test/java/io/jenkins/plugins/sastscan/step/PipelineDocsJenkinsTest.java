package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.jenkins.plugins.sshcredentials.impl.BasicSSHUserPrivateKey;
import com.cloudbees.plugins.credentials.CredentialsScope;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.submission.SshKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jenkinsci.plugins.scriptsecurity.scripts.ScriptApproval;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.WithJenkins;

/** Runs what {@code docs/pipeline.md} shows. */
@WithJenkins
class PipelineDocsJenkinsTest {
    private static final Path DOCS = Path.of("docs", "pipeline.md");
    private static final String CHECKOUT = "writeFile file: 'src/Main.java', text: 'class Main {}'";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @BeforeAll
    static void start(JenkinsRule rule) {
        jenkins = rule;
    }

    @BeforeEach
    void server() throws Exception {
        sast = SastJenkins.start(jenkins);
        sast.addCredentials(new BasicSSHUserPrivateKey(
                CredentialsScope.GLOBAL,
                "git-ssh",
                "git",
                new BasicSSHUserPrivateKey.DirectEntryPrivateKeySource(SshKeys.pem()),
                "",
                ""));
    }

    @AfterEach
    void end() {
        sast.close();
    }

    static Stream<String> examples() throws IOException {
        return Pattern.compile("```groovy\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCS))
                .results()
                .map(block -> block.group(1));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void an_example_runs_as_it_stands(String script) throws Exception {
        sast.build(script.replace("checkout scm", CHECKOUT));

        assertThat(sast.simulator().requests()).isNotEmpty();
        assertThat(ScriptApproval.get().getPendingSignatures()).isEmpty();
    }

    @Test
    void every_key_that_steps_return_is_listed() throws Exception {
        Run<?, ?> run = sast.build("""
                def scan
                def dry
                node {
                    writeFile file: 'src/Main.java', text: 'class Main {}'
                    writeFile file: 'README', text: ''
                    writeFile file: 'lib/a.c', text: ''
                    def source = [includes: 'src/**', excludes: 'src/gone']
                    scan = sastScan(server: 'main', projectId: '42', source: source,
                        git: [url: 'https://git.example/a.git', branch: 'main'])
                    dry = sastScan(server: 'main', projectId: '42', source: source, dryRun: true)
                }
                def maps = [scan, scan.archive, scan.archive.leftOut, scan.git, scan.git.readBack, scan.milliseconds, dry]
                def license = sastLicense('main')
                maps += [license, license.users, license.languages[0]]
                maps += [sastBranchingStatus(server: 'main', projectId: '42'), sastGitSettings(server: 'main', projectId: '42')]
                maps += [sastQuery(server: 'main', language: 'Java', queryName: 'Long_Method')]
                for (map in maps) {
                    echo "keys ${map.keySet().join(' ')}"
                }
                """);

        List<String> keys = Logs.ofSteps(run).stream()
                .filter(line -> line.startsWith("keys "))
                .flatMap(line -> Stream.of(line.substring("keys ".length()).split(" ")))
                .toList();
        assertThat(keys).hasSizeGreaterThan(40);
        String documentation = Files.readString(DOCS);
        assertThat(keys).allSatisfy(key -> assertThat(documentation).contains("`" + key + "`"));
    }
}
