package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import hudson.model.FreeStyleProject;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class DefaultProjectsJenkinsTest {
    private static JenkinsRule jenkins;

    private SastJenkins sast;

    @AfterEach
    void removeJobs() throws Exception {
        for (var item : jenkins.jenkins.getItems()) {
            item.delete();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "team | sastSubmit upload: false | SAST server \"main\" has no default project for this job."
                        + " Enter the project ID from the SAST server, or ask an administrator for a default project.",
                "twice | sastSubmit upload: false | SAST server \"main\" has several default projects for this job.",
                "twice | sastBranchingStatus() | SAST server \"main\" has several default projects for this job.",
                "default | sastSubmit upload: false, projectId: env.NOT_SET | projectId is empty. Set it, or omit it",
                "default | sastSubmit upload: false, projectId: '' | projectId is empty.",
                "default | sastGitSettings projectId: ' ' | projectId is empty.",
                "default | withEnv(['ID=']) { sastSubmit upload: false, projectId: '${ID}' } | Cannot use projectId: ID is not set in this build.",
                "default | withEnv(['ID=']) { sastGitSettings projectId: '${ID}' } | Cannot use projectId: ID is not set in this build.",
                "other | sastSubmit upload: false | This job cannot use the SAST server. Ask an administrator",
                "other | sastSubmit upload: false, projectId: '42' | This job cannot use project 42 of the SAST server.",
                "team | sastSubmit upload: false, projectId: '7' | This job cannot use project 7 of SAST server \"main\"."
            })
    void nothing_is_sent_if_the_project_is_missing_or_ambiguous_or_not_allowed(
            String folder, String script, String message) throws Exception {
        restrict(
                Servers.rule("team", "42"),
                Servers.rule("twice", "all", "42"),
                Servers.rule("twice", "all", "43"),
                Servers.rule("default", "all", "42"));

        assertThat(sast.refusal(SastJenkins.pipeline(jenkins.createProject(Folder.class, folder), script)))
                .contains(message)
                .doesNotContain("43");
    }

    @Test
    void a_new_step_shows_its_default_project_and_no_other_message() throws Exception {
        sast.configure(
                Servers.restricted(sast.server(SastJenkins.SERVER), Servers.rule("team", "42", "42")),
                sast.server("open"));
        FreeStyleProject job = jenkins.createProject(Folder.class, "team").createProject(FreeStyleProject.class, "job");

        assertThat(Forms.check(job, "SastSubmitStep.projectId", "", "main"))
                .isEqualTo("OK Project 42, the default project of this job.");
        assertThat(Forms.check(job, "SastGitSettingsStep.projectId", " ", "main"))
                .startsWith("OK Project 42");
        for (String server : List.of("open", "", "${SERVER}")) {
            assertThat(Forms.check(job, "SastSubmitStep.projectId", "", server)).isEqualTo("OK");
        }
        assertThat(Forms.check(job, "SastSubmitStep.server", "")).isEqualTo("OK");
        assertThat(Forms.check(jenkins.createProject(Folder.class, "outside"), "SastSubmitStep.projectId", "", "main"))
                .doesNotContain("42");
    }

    @Test
    void a_job_that_may_use_no_server_is_told_so() throws Exception {
        sast.configure(Servers.restricted(sast.server(SastJenkins.SERVER), Servers.rule("team", "42", "42")));

        assertThat(Forms.check(jenkins.createProject(Folder.class, "outside"), "SastSubmitStep.server", ""))
                .isEqualTo("ERROR No SAST server allows this job. Ask an administrator of Jenkins for access.");
    }

    private void restrict(AccessRule... rules) {
        sast.configure(Servers.restricted(sast.server(SastJenkins.SERVER), rules));
    }
}
