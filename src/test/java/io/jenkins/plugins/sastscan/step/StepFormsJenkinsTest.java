package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.tasks.Builder;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.StepHost;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.step.ReadStep.SastBranchingStatusStep;
import io.jenkins.plugins.sastscan.step.ReadStep.SastGitSettingsStep;
import io.jenkins.plugins.sastscan.step.ReadStep.SastLicenseStep;
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

    private static <S extends ReadStep> S on(String server, S step) {
        return SastJenkins.with(step, Map.of("server", server));
    }

    private static SastSubmitStep submit(Map<String, ?> parameters) {
        return SastJenkins.with(new SastSubmitStep(), parameters);
    }

    /** Maps each step to the shortest code that creates it. */
    private static Map<Step, String> steps() {
        Step high = SastJenkins.with(
                new SastQueryStep("Java", "SQL_Injection"), Map.of("server", "main", "severity", "High"));
        Step full = submit(Map.of(
                "server",
                "main",
                "projectId",
                "${PROJECT}",
                "source",
                SELECTION,
                "git",
                SastJenkins.git("https://git.example.org/team/app.git", "main", "git-user"),
                "forceScan",
                false,
                "skipUnchanged",
                true,
                "onWarnings",
                "FAIL",
                "manifest",
                true));
        Step gitOnly =
                submit(Map.of("server", "main", "projectId", "42", "upload", false, "git", Map.of(), "dryRun", true));
        Map<Step, String> steps = new LinkedHashMap<>();
        steps.put(new SastLicenseStep("main"), "sastLicense server: 'main'");
        steps.put(on("main", new SastBranchingStatusStep("42")), "sastBranchingStatus projectId: '42', server: 'main'");
        steps.put(
                on("main", new SastGitSettingsStep("${PROJECT}")),
                "sastGitSettings projectId: '${PROJECT}', server: 'main'");
        steps.put(
                on("main", new SastQueryStep("Java", "Long_Method")),
                "sastQuery language: 'Java', queryName: 'Long_Method', server: 'main'");
        steps.put(high, "sastQuery language: 'Java', queryName: 'SQL_Injection', server: 'main', severity: 'High'");
        steps.put(submit(Map.of("server", "main", "projectId", "42")), "sastSubmit projectId: '42', server: 'main'");
        steps.put(
                full,
                "sastSubmit forceScan: false, git: [branch: 'main', credentialsId: 'git-user',"
                        + " url: 'https://git.example.org/team/app.git'], manifest: true, onWarnings: 'FAIL', projectId: '${PROJECT}',"
                        + " server: 'main', skipUnchanged: true, source: [caseSensitive: false, defaultExcludes: false,"
                        + " directory: 'services/${MODULE}', excludes: '**/test/**', files: 'TRACKED',"
                        + " includes: 'src/**, pom.xml']");
        steps.put(gitOnly, "sastSubmit dryRun: true, git: [], projectId: '42', server: 'main', upload: false");
        return steps;
    }

    @Test
    void pipeline_steps_are_unchanged_after_saving_and_their_snippets_omit_defaults() throws Exception {
        Map<Step, String> steps = steps();
        FreeStyleProject job = job(steps.keySet().stream().map(StepHost::new).toList());

        Forms.roundTrip(jenkins, job);

        assertThat(job.getBuildersList().getAll(StepHost.class))
                .extracting(host -> Snippetizer.object2Groovy(host.getStep()))
                .containsExactlyElementsOf(steps.values());
        assertThat(steps)
                .allSatisfy((step, code) ->
                        assertThat(Snippetizer.object2Groovy(step)).isEqualTo(code));
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
                .isEqualTo(values(submit(Map.of("server", "main", "projectId", "42"))));
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
