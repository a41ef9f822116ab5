package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Result;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Somebody committed links; see {@link #checkout}. */
@WithSast(agent = true)
class BoundaryJenkinsTest {
    private static final String SUBMIT = "sastSubmit projectId: '42'";

    private static JenkinsRule jenkins;
    private static DumbSlave agent;

    private SastJenkins sast;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dir('other') { sastSubmit projectId: '42' }",
                "dir('other') { sastSubmit projectId: '42', source: [files: 'NOT_IGNORED'] }",
                "dir('other') { writeFile file: 'a.zip', text: ''; sastSubmit projectId: '42', source: [archive: 'a.zip'] }",
                "dir('..') { sastSubmit projectId: '42' }",
                "dir('src') { withEnv(['WORKSPACE=/']) { dir('/tmp') { sastSubmit projectId: '42' } } }",
                "dir('hidden') { sastSubmit projectId: '42' }",
                "ws(\"$WORKSPACE/other\") { sastSubmit projectId: '42' }",
                "ws(\"$WORKSPACE/other/below\") { sastSubmit projectId: '42' }"
            })
    void nothing_outside_the_workspace_is_uploaded(String submission) throws Exception {
        assertThat(failure(submission))
                .containsAnyOf("leads outside the workspace", "leads elsewhere", "leads to an excluded directory");
        assertThat(sast.project().lastUpload()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dir('src') { sastSubmit projectId: '42' }",
                "dir('.') { sastSubmit projectId: '42', source: [directory: 'src'] }",
                "ws(\"$WORKSPACE/src\") { sastSubmit projectId: '42' }",
                "ws(\"$WORKSPACE-2\") { writeFile file: 'Main.java', text: ''\ndir('.') { sastSubmit projectId: '42' } }"
            })
    void directories_in_the_workspace_of_the_innermost_block_are_uploaded(String submission) throws Exception {
        jenkins.assertBuildStatusSuccess(sast.pipeline(checkout(submission)).scheduleBuild2(0));
        assertThat(Zips.received(sast.project())).containsOnlyKeys("Main.java");
    }

    @Test
    void the_temporary_directory_belongs_to_the_workspace_of_the_node() throws Exception {
        String linked = "sh 'mkdir victim && ln -s victim src@tmp'\ndir('src') { " + SUBMIT
                + " }\nsh 'test -z \"$(ls victim)\"'";
        jenkins.assertBuildStatusSuccess(sast.pipeline(checkout(linked)).scheduleBuild2(0));
        assertThat(Zips.received(sast.project())).containsOnlyKeys("Main.java");

        assertThat(failure("sh 'mkdir victim && ln -s victim src@tmp'\nws(\"$WORKSPACE/src\") { " + SUBMIT + " }"))
                .contains("src@tmp is a link");
    }

    @Test
    void nothing_is_written_beside_a_workspace_that_leads_elsewhere() throws Exception {
        assertThat(failure("ws(\"$WORKSPACE/other/below\") { " + SUBMIT + " }")).contains("leads elsewhere");
        assertThat(agent.getWorkspaceRoot().child("other/below@tmp").exists()).isFalse();
    }

    private String failure(String submission) throws Exception {
        return Logs.error(jenkins.assertBuildStatus(
                Result.FAILURE, sast.pipeline(checkout(submission)).scheduleBuild2(0)));
    }

    private static String checkout(String then) {
        return "node('" + agent.getNodeName() + "') {\n"
                + "sh 'rm -rf * .git && mkdir -p src hidden@tmp/below ../other/below && echo > src/Main.java"
                + " && echo > ../other/below/secret && echo > hidden@tmp/secret && ln -s hidden@tmp hidden"
                + " && ln -s ../other other'\n" + then + " }";
    }
}
