package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.TaskListener;
import io.jenkins.plugins.sastscan.build.git.SshKeys;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.WorkspaceFiles;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.step.ReadStep.SastBranchingStatusStep;
import io.jenkins.plugins.sastscan.step.ReadStep.SastGitSettingsStep;
import io.jenkins.plugins.sastscan.step.ReadStep.SastLicenseStep;
import io.jenkins.plugins.sastscan.step.ReadStep.SastQueryStep;
import java.util.List;
import java.util.Map;
import javaposse.jobdsl.plugin.ExecuteDslScripts;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.jenkinsci.plugins.structs.describable.DescribableParameter;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Runs the examples of {@code docs/pipeline.md} and {@code docs/job-dsl.md}, and compares the tables with the code. */
@WithSast(noWarnings = true)
class StepDocumentationJenkinsTest {
    private static final Documentation DOCS = Documentation.of("docs/pipeline.md");
    private static final String CHECKOUT =
            "['src/Main.java', 'src/Main.kt', 'src/generated/a.c'].each { writeFile file: it, text: 'A' }";

    /** A parameter that only the build step has. Pipelines use catchError instead. */
    private static final String BUILD_STEP_ONLY = "unstableOnFailure";

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @Test
    void the_documented_job_dsl_scripts_create_their_jobs() throws Exception {
        sast.addCredentials(Servers.user("git-user", "robot", "p\u00e4ssword"));
        FreeStyleProject seed = jenkins.createFreeStyleProject();
        for (Documentation.Block script : Documentation.of("docs/job-dsl.md").blocks("groovy")) {
            ExecuteDslScripts scripts = new ExecuteDslScripts();
            scripts.setScriptText(script.code());
            seed.getBuildersList().add(scripts);
        }
        jenkins.buildAndAssertSuccess(seed);

        FreeStyleProject made = jenkins.jenkins.getItemByFullName("app-sast", FreeStyleProject.class);
        SastSubmitBuilder step = made.getBuildersList().get(SastSubmitBuilder.class);
        assertThat(step.source.caseSensitive).isFalse();
        assertThat(step.source.defaultExcludes).isTrue();
        made.getBuildersList().clear();
        made.getBuildersList()
                .add(new WorkspaceFiles(
                        Map.of("services/billing/A.JAVA", "A", "services/billing/generated/B.java", "B")));
        made.getBuildersList().add(step);
        jenkins.buildAndAssertSuccess(made);
        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("A.JAVA", "A"));
        assertThat(sast.project().git().orElseThrow().userName()).contains("robot");
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo("refs/heads/main");

        jenkins.buildAndAssertSuccess(jenkins.jenkins.getItemByFullName("app-sast-pipeline", WorkflowJob.class));
        assertThat(sast.project().forceScans()).isEqualTo(2);
    }

    static List<Documentation.Block> examples() {
        return DOCS.blocks("groovy");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void each_documented_pipeline_example_runs_and_calls_the_server(Documentation.Block example) throws Exception {
        sast.addCredentials(Servers.sshKey("git-ssh", SshKeys.pem()));

        sast.build(example.code().replace("checkout scm", CHECKOUT));

        assertThat(sast.simulator().requests()).isNotEmpty();
    }

    static List<Arguments> parameters() {
        return List.of(
                Arguments.of("sastSubmit", SastSubmitStep.class),
                Arguments.of("sastSubmit", SastSubmitBuilder.class),
                Arguments.of("source", SourceSettings.class),
                Arguments.of("git", GitSettings.class),
                Arguments.of("sastLicense", SastLicenseStep.class),
                Arguments.of("sastBranchingStatus", SastBranchingStatusStep.class),
                Arguments.of("sastQuery", SastQueryStep.class),
                Arguments.of("sastGitSettings", SastGitSettingsStep.class));
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void the_documented_table_lists_every_parameter_and_default(String heading, Class<?> type) throws Exception {
        List<List<String>> rows = DOCS.section(heading).rows().stream()
                .filter(row -> row.size() == 3)
                .toList();
        DescribableModel<?> model = DescribableModel.of(type);
        assertThat(rows.stream().flatMap(row -> Documentation.code(row.get(0))))
                .containsExactlyInAnyOrderElementsOf(model.getParameters().stream()
                        .map(DescribableParameter::getName)
                        .filter(name -> !name.equals(BUILD_STEP_ONLY))
                        .toList());
        Object defaults = model.instantiate(Map.of(), TaskListener.NULL);
        assertThat(rows)
                .allSatisfy(row -> assertThat(Documentation.code(row.get(0)))
                        .extracting(name -> InvokerHelper.getProperty(defaults, name))
                        .allMatch(usual -> !(usual instanceof Boolean || usual instanceof String)
                                || usual.equals("")
                                || row.get(1).equals("`" + usual + "`")));
    }

    @Test
    void the_documentation_has_a_parameter_table_for_each_step() {
        assertThat(jenkins.jenkins.getExtensionList(SastStepDescriptor.class))
                .allMatch(step -> step.getDisplayName().startsWith("SAST: "))
                .extracting(SastStepDescriptor::getFunctionName)
                .containsExactlyInAnyOrderElementsOf(parameters().stream()
                        .map(arguments -> (String) arguments.get()[0])
                        .filter(heading -> heading.startsWith("sast"))
                        .distinct()
                        .toList());
    }
}
