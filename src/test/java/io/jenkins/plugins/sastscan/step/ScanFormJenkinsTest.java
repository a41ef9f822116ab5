package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.StepHost;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.util.stream.Stream;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlForm;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.htmlunit.html.HtmlTextArea;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;

/** The form of the build step, as freestyle jobs show it and as the pipeline step shows it. */
@WithSast
class ScanFormJenkinsTest {
    private static JenkinsRule jenkins;

    @BeforeEach
    void one_server() {
        Servers.configure("main");
    }

    private SastScanBuilder saved(SastScanBuilder builder) throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.getBuildersList().add(builder);
        Forms.roundTrip(jenkins, job);
        return job.getBuildersList().get(SastScanBuilder.class);
    }

    @Test
    void defaults_of_a_freestyle_job_survive_saving() throws Exception {
        SastScanBuilder defaults = new SastScanBuilder("main", "42");

        assertThat(saved(defaults)).usingRecursiveComparison().isEqualTo(defaults);
    }

    @Test
    void defaults_of_the_pipeline_step_survive_the_form() throws Exception {
        SastScanStep defaults = new SastScanStep("main", "42");

        assertThat(StepHost.roundTrip(jenkins, defaults))
                .usingRecursiveComparison()
                .isEqualTo(defaults);
    }

    static Stream<SourceSettings> sources() {
        SourceSettings selection = new SourceSettings();
        selection.setDirectory("services/${MODULE}");
        selection.setIncludes("src/**, pom.xml");
        selection.setExcludes("**/test/**\n**/*.min.js");
        selection.setDefaultExcludes(false);
        SourceSettings tracked = new SourceSettings();
        tracked.setFiles("TRACKED");
        SourceSettings filesOfExpression = new SourceSettings();
        filesOfExpression.setFiles("${FILES}");
        SourceSettings anyCase = new SourceSettings();
        anyCase.setCaseSensitive(false);
        SourceSettings archive = new SourceSettings();
        archive.setArchive("target/<source> & \"${BUILD_NUMBER}\".zip");
        return Stream.of(selection, tracked, filesOfExpression, anyCase, archive);
    }

    @ParameterizedTest
    @MethodSource("sources")
    void every_field_of_the_source_survives_saving(SourceSettings source) throws Exception {
        SastScanBuilder builder = new SastScanBuilder("main", "${PROJECT}");
        builder.setSource(source);
        SastScanStep step = new SastScanStep("main", "${PROJECT}");
        step.setSource(source);

        assertThat(saved(builder)).usingRecursiveComparison().isEqualTo(builder);
        assertThat(StepHost.roundTrip(jenkins, step)).usingRecursiveComparison().isEqualTo(step);
    }

    static Stream<GitSettings> git() {
        GitSettings full = new GitSettings();
        full.setUrl("https://git.example.org/team/app.git");
        full.setBranch("main");
        full.setCredentialsId("git-user");
        full.setCheckRemote(true);
        GitSettings expressions = new GitSettings();
        expressions.setUrl("${GIT_URL}");
        expressions.setBranch("${BRANCH_NAME}");
        expressions.setCredentialsId("${GIT_CREDENTIALS}");
        GitSettings gone = new GitSettings();
        gone.setCredentialsId("not-there-any-more");
        return Stream.of(new GitSettings(), full, expressions, gone);
    }

    @ParameterizedTest
    @MethodSource("git")
    void every_field_of_the_git_settings_survives_saving(GitSettings git) throws Exception {
        Servers.credentials(Servers.user("git-user", "git", "secret"));
        SastScanBuilder builder = new SastScanBuilder("main", "42");
        builder.setGit(git);
        SastScanStep step = new SastScanStep("main", "42");
        step.setGit(git);

        assertThat(saved(builder)).usingRecursiveComparison().isEqualTo(builder);
        assertThat(StepHost.roundTrip(jenkins, step)).usingRecursiveComparison().isEqualTo(step);
    }

    @Test
    void what_is_switched_off_stays_off_and_what_is_said_below_it_is_kept() throws Exception {
        SourceSettings source = new SourceSettings();
        source.setIncludes("src/**");
        SastScanBuilder builder = new SastScanBuilder("main", "42");
        builder.setUpload(false);
        builder.setSource(source);
        builder.setForceScan(false);
        builder.setSkipUnchanged(true);
        builder.setDryRun(true);
        SastScanStep step = new SastScanStep("main", "42");
        step.setUpload(false);
        step.setSource(source);
        step.setForceScan(false);
        step.setSkipUnchanged(true);
        step.setDryRun(true);

        assertThat(saved(builder)).usingRecursiveComparison().isEqualTo(builder);
        assertThat(StepHost.roundTrip(jenkins, step)).usingRecursiveComparison().isEqualTo(step);
    }

    @Test
    void the_git_settings_are_gone_when_their_block_is_switched_off() throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        SastScanBuilder builder = new SastScanBuilder("main", "42");
        builder.setGit(new GitSettings());
        job.getBuildersList().add(builder);
        HtmlForm form = Forms.ofJob(jenkins, job);

        form.getInputByName("_.git").setChecked(false);
        Forms.save(jenkins, form);

        assertThat(job.getBuildersList().get(SastScanBuilder.class).getGit()).isNull();
        Forms.roundTrip(jenkins, job);
        assertThat(job.getBuildersList().get(SastScanBuilder.class).getGit()).isNull();
    }

    @Test
    void a_new_build_step_uploads_and_forces_on_the_only_server_and_nothing_else() throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.getBuildersList().add(new StepHost(null));
        HtmlForm form = Forms.ofJob(jenkins, job);
        choose(form, "SAST: submit source");

        form.getInputByName("_.projectId").setValue("42");
        Forms.save(jenkins, form);

        assertThat(job.getBuildersList().get(StepHost.class).getStep())
                .usingRecursiveComparison()
                .isEqualTo(new SastScanStep("main", "42"));
    }

    @Test
    void a_new_build_step_starts_without_errors_and_with_examples_in_its_empty_fields() throws Exception {
        Servers.configure("main", "other");
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.getBuildersList().add(new StepHost(null));
        HtmlForm form = Forms.ofJob(jenkins, job);
        choose(form, "SAST: submit source");
        Forms.await(form, "warning", () -> mark(form, "server", "warning") != null);
        Forms.await(form, "warning", () -> mark(form, "projectId", "warning") != null);

        assertThat(Stream.of("server", "projectId", "directory", "includes", "excludes")
                        .map(field -> mark(form, field, "error")))
                .containsOnlyNulls();
        assertThat(Stream.of("directory", "includes", "excludes")
                        .map(field -> form.<HtmlElement>querySelector("[name='_." + field + "']"))
                        .map(field -> field.getAttribute("placeholder")))
                .containsExactly("services/billing", "src/**, pom.xml", "**/test/**, **/*.min.js");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "includes | /abs/** | error | Invalid include pattern '/abs/**': it is absolute",
                "excludes | ../x | error | Invalid exclude pattern '../x': it has a '..' segment",
                "includes | src/** docs/** | warning | \"src/** docs/**\" is one pattern.",
            })
    void patterns_are_marked_as_they_are_typed(String field, String text, String kind, String message)
            throws Exception {
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.getBuildersList().add(new SastScanBuilder("main", "42"));
        HtmlForm form = Forms.ofJob(jenkins, job);

        HtmlTextArea area = form.getTextAreaByName("_." + field);
        area.setText(text);
        area.fireEvent("change");

        Forms.await(form, "mark", () -> mark(form, field, kind) != null);
        assertThat(mark(form, field, kind).asNormalizedText()).startsWith(message);
    }

    /** What the form says below a field, or null. */
    private static DomNode mark(HtmlForm form, String field, String kind) {
        return form.querySelector("[name='_." + field + "']")
                .getFirstByXPath("ancestor::div[contains(@class, 'jenkins-form-item')][1]//div[@class='" + kind + "']");
    }

    @Test
    void with_several_servers_one_has_to_be_chosen() throws Exception {
        Servers.configure("main", "other");
        FreeStyleProject job = jenkins.createFreeStyleProject();
        job.getBuildersList().add(new SastScanBuilder("", "42"));
        HtmlForm form = Forms.ofJob(jenkins, job);

        HtmlSelect servers = form.getSelectByName("_.server");

        assertThat(servers.getOptions())
                .extracting(option -> option.getValueAttribute())
                .containsExactly("", "main", "other");
        assertThat(servers.getSelectedOptions().get(0).getValueAttribute()).isEmpty();
        servers.setSelectedAttribute("other", true);
        Forms.save(jenkins, form);
        assertThat(job.getBuildersList().get(SastScanBuilder.class).getServer()).isEqualTo("other");
    }

    @Test
    void a_server_that_is_gone_is_kept_until_another_is_chosen() throws Exception {
        assertThat(saved(new SastScanBuilder("gone", "42")).getServer()).isEqualTo("gone");
    }

    private static void choose(HtmlForm form, String step) {
        HtmlSelect steps = form.getElementsByAttribute("select", "class", "jenkins-select__input dropdownList").stream()
                .map(HtmlSelect.class::cast)
                .filter(select -> select.getOptions().stream()
                        .anyMatch(option -> option.getText().equals(step)))
                .findFirst()
                .orElseThrow();
        steps.getOptionByText(step).setSelected(true);
        Forms.settle((HtmlPage) form.getPage());
    }
}
