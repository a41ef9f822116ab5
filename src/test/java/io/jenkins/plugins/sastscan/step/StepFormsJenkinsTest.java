package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import groovy.lang.GroovyShell;
import hudson.model.FreeStyleProject;
import hudson.tasks.Builder;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.StepHost;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.jenkinsci.plugins.workflow.cps.Snippetizer;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.jenkinsci.plugins.workflow.steps.StepDescriptor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast
class StepFormsJenkinsTest {
    private static JenkinsRule jenkins;

    @BeforeEach
    void configureOneServer() throws Exception {
        Servers.configure("main");
        Servers.credentials(Servers.user("git-user", "git", "secret"));
    }

    private static final Map<String, Object> SELECTION = Map.of(
            "directory", "services/${MODULE}",
            "includes", "src/**, pom.xml",
            "excludes", "**/test/**",
            "files", "TRACKED",
            "defaultExcludes", false,
            "caseSensitive", false);

    /** Each step, in the shortest code that creates it. */
    private static final List<String> STEPS = List.of(
            "sastLicense server: 'main'",
            "sastBranchingStatus projectId: '42', server: 'main'",
            "sastGitSettings projectId: '${PROJECT}', server: 'main'",
            "sastQuery language: 'Java', queryName: 'Long_Method', server: 'main'",
            "sastQuery language: 'Java', queryName: 'SQL_Injection', server: 'main', severity: 'High'",
            "sastSubmit projectId: '42', server: 'main'",
            "sastSubmit forceScan: false, git: [branch: 'main', credentialsId: 'git-user',"
                    + " url: 'https://git.example.org/team/app.git'], manifest: true, onWarnings: 'FAIL',"
                    + " projectId: '${PROJECT}', server: 'main', skipUnchanged: true, source: [caseSensitive: false,"
                    + " defaultExcludes: false, directory: 'services/${MODULE}', excludes: '**/test/**',"
                    + " files: 'TRACKED', includes: 'src/**, pom.xml']",
            "sastSubmit dryRun: true, git: [], projectId: '42', server: 'main', upload: false");

    @SuppressWarnings("deprecation") // pipelines create steps in this way
    private static Step step(String code) throws Exception {
        String[] nameAndArguments = code.split(" ", 2);
        Map<String, Object> arguments = new LinkedHashMap<>();
        ((Map<?, ?>) new GroovyShell().evaluate("[" + nameAndArguments[1] + "]"))
                .forEach((name, value) -> arguments.put((String) name, value));
        return StepDescriptor.byFunctionName(nameAndArguments[0]).newInstance(arguments);
    }

    @Test
    void pipeline_steps_are_unchanged_after_saving_and_their_snippets_omit_defaults() throws Exception {
        FreeStyleProject job = job(List.of());
        for (String code : STEPS) {
            job.getBuildersList().add(new StepHost(step(code)));
        }

        Forms.roundTrip(jenkins, job);

        assertThat(job.getBuildersList().getAll(StepHost.class))
                .extracting(host -> Snippetizer.object2Groovy(host.getStep()))
                .containsExactlyElementsOf(STEPS);
    }

    @Test
    void saving_a_form_keeps_the_values_of_build_steps_and_removes_disabled_git_settings() throws Exception {
        SastSubmitBuilder plain = SastJenkins.builder("main", "42");
        SastSubmitBuilder full = SastJenkins.with(
                SastJenkins.builder("main", "${PROJECT}"),
                Map.of(
                        "source", SELECTION,
                        "git",
                                Map.of(
                                        "url", "${GIT_URL}",
                                        "branch", "${BRANCH_NAME}",
                                        "credentialsId", "${GIT_CREDENTIALS}",
                                        "checkRemote", true),
                        "forceScan", false,
                        "skipUnchanged", true,
                        "onWarnings", "FAIL",
                        "manifest", true,
                        "unstableOnFailure", true,
                        "dryRun", true));
        SastSubmitBuilder archive = SastJenkins.with(
                SastJenkins.builder("gone", "42"),
                Map.of(
                        "source",
                                Map.of(
                                        "archive", "target/<source> & \"${BUILD_NUMBER}\".zip",
                                        "files", "NOT_IGNORED"),
                        "git", Map.of("credentialsId", "not-there-any-more")));
        SastSubmitBuilder off = SastJenkins.with(
                SastJenkins.builder("main", "42"),
                Map.of("upload", false, "source", Map.of("excludes", "**/test/**\n**/*.min.js")));
        FreeStyleProject job =
                job(List.of(SastJenkins.with(plain, Map.of("git", new GitSettings())), full, archive, off));
        HtmlForm form = Forms.ofJob(jenkins, job);
        form.getInputByName("_.git").setChecked(false);

        Forms.save(jenkins, form);

        assertThat(job.getBuildersList().getAll(SastSubmitBuilder.class))
                .extracting(StepFormsJenkinsTest::values)
                .containsExactly(values(plain), values(full), values(archive), values(off));
    }

    private static Map<String, Object> values(Object step) {
        return DescribableModel.uninstantiate2_(step).toMap();
    }

    private static FreeStyleProject job(List<? extends Builder> steps) throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.getBuildersList().addAll(steps);
        return job;
    }

    @Test
    void a_new_step_is_silent_and_uses_the_only_server() throws Exception {
        FreeStyleProject job = job(List.of(new StepHost(null)));
        HtmlForm form = Forms.ofJob(jenkins, job);
        steps(form).getOptionByText("SAST: submit source").setSelected(true);
        Forms.settle((HtmlPage) form.getPage());

        assertThat(Stream.of("server", "projectId", "directory", "includes", "excludes")
                        .flatMap(field -> Stream.of(mark(form, field, "error"), mark(form, field, "warning"))))
                .containsOnlyNulls();
        assertThat(Stream.of("directory", "includes", "excludes")
                        .map(field -> form.<HtmlElement>querySelector("[name='_." + field + "']"))
                        .map(field -> field.getAttribute("placeholder")))
                .containsExactly("services/billing", "src/**, pom.xml", "**/test/**, **/*.min.js");
        form.getInputByName("_.projectId").setValue("42");
        Forms.save(jenkins, form);
        assertThat(values(job.getBuildersList().get(StepHost.class).getStep()))
                .isEqualTo(values(step("sastSubmit projectId: '42', server: 'main'")));
    }

    private static HtmlSelect steps(HtmlForm form) {
        return form.getElementsByAttribute("select", "class", "jenkins-select__input dropdownList").stream()
                .map(HtmlSelect.class::cast)
                .filter(select -> select.getOptions().stream()
                        .anyMatch(option -> option.getText().equals("SAST: submit source")))
                .findFirst()
                .orElseThrow();
    }

    /** The message below a field, or null if there is none. */
    private static DomNode mark(HtmlForm form, String field, String kind) {
        return form.querySelector("[name='_." + field + "']")
                .getFirstByXPath("ancestor::div[contains(@class, 'jenkins-form-item')][1]//div[@class='" + kind + "']");
    }
}
