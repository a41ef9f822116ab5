package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import hudson.model.FreeStyleProject;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
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
                "default | withEnv(['ID=']) { sastSubmit upload: false, projectId: '${ID}' } | missing: ID is not set",
                "default | withEnv(['ID=']) { sastGitSettings projectId: '${ID}' } | missing: ID is not set",
                "other | sastSubmit upload: false | This job cannot use the SAST server. Ask an administrator",
                "other | sastSubmit upload: false, projectId: '42' | This job cannot use project 42 of the SAST server.",
                "team | sastSubmit upload: false, projectId: '7' | This job cannot use project 7 of SAST server \"main\"."
            })
    void nothing_is_sent_if_the_project_is_missing_or_ambiguous_or_not_allowed(
            String folder, String script, String message) throws Exception {
        restrict(
                Servers.rule("team", "42"),
                Servers.rule("twice", "", "42"),
                Servers.rule("twice", "", "43"),
                Servers.rule("default", "", "42"));

        assertThat(sast.refusal(SastJenkins.pipeline(jenkins.createProject(Folder.class, folder), script)))
                .contains(message)
                .doesNotContain("43");
    }

    @Test
    void a_job_form_shows_the_default_project_of_a_known_server_or_asks_for_a_project_id() throws Exception {
        sast.configure(
                Servers.restricted(sast.server(SastJenkins.SERVER), Servers.rule("team", "42", "42")),
                sast.server("open"));
        FreeStyleProject job = jenkins.createProject(Folder.class, "team").createProject(FreeStyleProject.class, "job");

        assertThat(Forms.check(job, "SastSubmitStep.projectId", "", "main"))
                .isEqualTo("OK Project 42, the default project of this job.");
        assertThat(Forms.check(job, "SastGitSettingsStep.projectId", " ", "main"))
                .startsWith("OK Project 42");
        assertThat(Forms.check(job, "SastSubmitStep.projectId", "", "open"))
                .startsWith("WARNING There is no default project. Enter the project ID");
        assertThat(Forms.check(job, "SastSubmitStep.projectId", "", "")).startsWith("WARNING There is no default");
        assertThat(Forms.check(job, "SastSubmitStep.projectId", "", "${SERVER}"))
                .isEqualTo("OK");
        assertThat(Forms.check(job, "SastSubmitStep.server", "")).isEqualTo("WARNING Select a SAST server.");
        assertThat(Forms.check(jenkins.createProject(Folder.class, "outside"), "SastSubmitStep.projectId", "", "main"))
                .doesNotContain("42");
    }

    private void restrict(AccessRule... rules) {
        sast.configure(Servers.restricted(sast.server(SastJenkins.SERVER), rules));
    }
}
