package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.StepHost;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.HtmlButton;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlOption;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.htmlunit.html.HtmlTextArea;
import org.jenkinsci.plugins.workflow.cps.Snippetizer;
import org.jenkinsci.plugins.workflow.steps.Step;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;

/** The forms of the pipeline steps, and the code that the Snippet Generator makes of them. */
@WithSast
class StepFormsJenkinsTest {
    private static JenkinsRule jenkins;

    @BeforeEach
    void one_server() {
        Servers.configure("main");
    }

    static Stream<Arguments> steps() {
        SastQueryStep high = new SastQueryStep("main", "Java", "SQL_Injection");
        high.setSeverity("High");
        SastScanStep full = new SastScanStep("main", "${PROJECT}");
        SourceSettings source = new SourceSettings();
        source.setIncludes("src/**");
        source.setCaseSensitive(false);
        full.setSource(source);
        GitSettings git = new GitSettings();
        git.setCredentialsId("git-user");
        full.setGit(git);
        full.setSkipUnchanged(true);
        full.setForceScan(false);
        SastScanStep gitOnly = new SastScanStep("main", "42");
        gitOnly.setUpload(false);
        gitOnly.setGit(new GitSettings());
        gitOnly.setDryRun(true);
        SastScanStep proved = new SastScanStep("main", "42");
        proved.setManifest(true);
        return Stream.of(
                Arguments.of(new SastLicenseStep("main"), "sastLicense 'main'"),
                Arguments.of(
                        new SastBranchingStatusStep("main", "42"),
                        "sastBranchingStatus projectId: '42', server: 'main'"),
                Arguments.of(
                        new SastGitSettingsStep("main", "${PROJECT}"),
                        "sastGitSettings projectId: '${PROJECT}', server: 'main'"),
                Arguments.of(
                        new SastQueryStep("main", "Java", "Long_Method"),
                        "sastQuery language: 'Java', queryName: 'Long_Method', server: 'main'"),
                Arguments.of(
                        high,
                        "sastQuery language: 'Java', queryName: 'SQL_Injection', server: 'main', severity: 'High'"),
                Arguments.of(new SastScanStep("main", "42"), "sastScan projectId: '42', server: 'main'"),
                Arguments.of(
                        full,
                        "sastScan forceScan: false, git: [credentialsId: 'git-user'], projectId: '${PROJECT}',"
                                + " server: 'main', skipUnchanged: true, source: [caseSensitive: false, includes: 'src/**']"),
                Arguments.of(proved, "sastScan manifest: true, projectId: '42', server: 'main'"),
                Arguments.of(
                        gitOnly, "sastScan dryRun: true, git: [], projectId: '42', server: 'main', upload: false"));
    }

    @ParameterizedTest
    @MethodSource("steps")
    void every_field_survives_the_form(Step step, String code) throws Exception {
        assertThat(StepHost.roundTrip(jenkins, step)).usingRecursiveComparison().isEqualTo(step);
    }

    @ParameterizedTest
    @MethodSource("steps")
    void a_step_becomes_code_that_says_no_more_than_needed(Step step, String code) {
        assertThat(Snippetizer.object2Groovy(step)).isEqualTo(code);
    }

    static Stream<Arguments> snippets() {
        return Stream.of(
                Arguments.of("sastScan", Map.of("projectId", "42"), "sastScan projectId: '42', server: 'main'"),
                Arguments.of("sastLicense", Map.of(), "sastLicense 'main'"),
                Arguments.of(
                        "sastBranchingStatus",
                        Map.of("projectId", "42"),
                        "sastBranchingStatus projectId: '42', server: 'main'"),
                Arguments.of(
                        "sastGitSettings",
                        Map.of("projectId", "42"),
                        "sastGitSettings projectId: '42', server: 'main'"),
                Arguments.of(
                        "sastQuery",
                        Map.of("language", "Java", "queryName", "Long_Method"),
                        "sastQuery language: 'Java', queryName: 'Long_Method', server: 'main'"));
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void the_snippet_generator_makes_code_of_a_new_form(String step, Map<String, String> fields, String code)
            throws Exception {
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            HtmlPage page = client.goTo("pipeline-syntax");
            HtmlForm form = page.getFormByName("config");
            HtmlSelect steps = (HtmlSelect) form.querySelector("select.dropdownList");
            steps.getOptions().stream()
                    .filter(option -> option.getText().startsWith(step + ": "))
                    .findFirst()
                    .orElseThrow()
                    .setSelected(true);
            Forms.await(
                    page,
                    "form of " + step,
                    () -> fields.keySet().stream()
                            .allMatch(
                                    field -> !form.getInputsByName("_." + field).isEmpty()));
            Forms.settle(page);
            for (Map.Entry<String, String> field : fields.entrySet()) {
                List<HtmlInput> inputs = form.getInputsByName("_." + field.getKey());
                inputs.get(inputs.size() - 1).setValue(field.getValue());
            }

            ((HtmlButton) page.getElementById("generatePipelineScript")).click();
            HtmlTextArea generated = (HtmlTextArea) page.getElementById("prototypeText");
            Forms.await(page, "generated code", () -> !generated.getText().isEmpty());
            assertThat(generated.getText()).isEqualTo(code);
        }
    }

    @Test
    void the_snippet_generator_offers_one_step_for_each_purpose() throws Exception {
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            HtmlSelect steps =
                    client.goTo("pipeline-syntax").getFormByName("config").querySelector("select.dropdownList");

            assertThat(steps.getOptions())
                    .extracting(HtmlOption::getText)
                    .filteredOn(text -> text.contains(": SAST: "))
                    .extracting(text -> text.substring(0, text.indexOf(':')))
                    .containsExactlyInAnyOrder(
                            "sastBranchingStatus", "sastGitSettings", "sastLicense", "sastQuery", "sastScan");
        }
    }

    @Test
    void every_field_of_the_build_step_has_help_that_can_be_read() throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        SastScanBuilder builder = new SastScanBuilder("main", "42");
        builder.setGit(new GitSettings());
        job.getBuildersList().add(builder);
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            List<String> links = client.getPage(job, "configure").querySelectorAll("[helpURL]").stream()
                    .map(link -> ((HtmlElement) link).getAttribute("helpURL"))
                    .filter(link -> link.contains("sastscan"))
                    .distinct()
                    .toList();

            assertThat(links.stream().map(link -> link.substring(link.lastIndexOf('/') + 1)))
                    .containsExactlyInAnyOrder(
                            "help",
                            "server",
                            "projectId",
                            "upload",
                            "directory",
                            "files",
                            "includes",
                            "excludes",
                            "defaultExcludes",
                            "caseSensitive",
                            "archive",
                            "manifest",
                            "git",
                            "url",
                            "branch",
                            "credentialsId",
                            "checkRemote",
                            "forceScan",
                            "dryRun");
            for (String link : links) {
                WebRequest request =
                        new WebRequest(jenkins.getURL().toURI().resolve(link).toURL());
                WebResponse help = client.loadWebResponse(request);
                assertThat(help.getStatusCode()).as(link).isEqualTo(200);
                assertThat(help.getContentAsString()).as(link).startsWith("<div>");
            }
        }
    }
}
