package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudbees.hudson.plugins.folder.Folder;
import hudson.model.FreeStyleProject;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.step.SastSubmitStep;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

/** One access rule lets a folder use the server {@code main}. */
@WithSast
class VisibleServersJenkinsTest {
    private static JenkinsRule jenkins;

    private SastJenkins sast;
    private SastServer server;

    @BeforeEach
    void setUpOneRule() {
        server = Servers.restricted(sast.server(SastJenkins.SERVER), Servers.rule("team", "42"));
        sast.configure(server);
    }

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
                "team | sastLicense() | Several SAST servers are configured. Set server to one of these: \"main\", \"other\".",
                "team | sastLicense 'x' | There is no SAST server \"x\". Set server to one of these: \"main\", \"other\".",
                "outside | sastLicense() | Several SAST servers are configured. Ask an administrator for access to one.",
                "outside | sastLicense 'x' | There is no SAST server \"x\". Ask an administrator for access to one."
            })
    void a_message_about_a_server_name_suggests_only_servers_that_the_job_can_use(
            String folder, String script, String message) throws Exception {
        sast.configure(
                server,
                Servers.restricted(sast.server("other"), Servers.rule("team", "all")),
                Servers.restricted(sast.server("secret"), Servers.rule("elsewhere", "all")));

        assertThat(sast.refusal(SastJenkins.pipeline(jenkins.createProject(Folder.class, folder), script)))
                .contains(message)
                .doesNotContain(folder.equals("team") ? "\"secret\"" : "\"other\"");
    }

    @ParameterizedTest
    @CsvSource({"700; 701, ''", "700, 701"})
    void builds_and_the_job_form_do_not_quote_an_invalid_rule_of_another_folder(String projects, String defaultProject)
            throws Exception {
        Folder team = jenkins.createProject(Folder.class, "team");
        sast.configure(Servers.restricted(
                server, Servers.rule("team", "42"), Servers.rule("elsewhere", projects, defaultProject)));
        String message = "SAST server \"main\" is misconfigured. Ask an administrator of Jenkins.";

        assertThat(sast.refusal(SastJenkins.pipeline(team, "sastLicense()"))).isEqualTo("ERROR: SAST: " + message);
        SastSubmitStep.DescriptorImpl form = jenkins.jenkins.getDescriptorByType(SastSubmitStep.DescriptorImpl.class);
        assertThat(form.doCheckServer(team.getItem("job"), "main")).hasMessage(message.replace("\"", "&quot;"));
        assertThat(new ServerMonitor().getProblems())
                .anyMatch(problem -> problem.text().contains("701"));
    }

    @ParameterizedTest
    @CsvSource({"team, main open, 42", "outside, open, ''"})
    void a_job_form_lists_only_servers_that_the_job_can_use(String folder, String offered, String allowed)
            throws Exception {
        SastServer secret = Servers.restricted(sast.server("secret"), Servers.rule("elsewhere", "all"));
        sast.configure(server, secret, sast.server("open"));
        FreeStyleProject job = jenkins.createProject(Folder.class, folder).createProject(FreeStyleProject.class, "job");
        SastSubmitStep.DescriptorImpl form = jenkins.jenkins.getDescriptorByType(SastSubmitStep.DescriptorImpl.class);

        assertThat(form.doFillServerItems(job, "").stream()
                        .map(option -> option.value)
                        .filter(value -> !value.isEmpty()))
                .containsExactly(offered.split(" "));
        assertThat(form.doCheckServer(job, "main").kind)
                .isEqualTo(allowed.isEmpty() ? FormValidation.Kind.ERROR : FormValidation.Kind.OK);
        assertThat(form.doCheckProjectId(job, "42", "main").kind).isEqualTo(FormValidation.Kind.OK);
        assertThat(form.doCheckProjectId(job, "43", "main").kind)
                .isEqualTo(allowed.isEmpty() ? FormValidation.Kind.OK : FormValidation.Kind.ERROR);
        assertThat(form.doCheckProjectId(job, "43", "open").kind).isEqualTo(FormValidation.Kind.OK);
    }
}
