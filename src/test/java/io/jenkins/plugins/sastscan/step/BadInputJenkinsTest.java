package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.ExtensionList;
import hudson.model.Descriptor;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import hudson.model.ParameterValue;
import hudson.model.ParametersAction;
import hudson.model.ParametersDefinitionProperty;
import hudson.model.StringParameterDefinition;
import hudson.model.StringParameterValue;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.text.BadTexts;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Forms and pipelines say in one sentence what is wrong with a value, or take it literally. */
@WithSast
class BadInputJenkinsTest {
    private static JenkinsRule jenkins;
    private static SastJenkins sast;
    private static FreeStyleProject job;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        job = rule.createFreeStyleProject();
    }

    static Stream<Arguments> checks() {
        return ExtensionList.lookup(Descriptor.class).stream()
                .filter(descriptor -> descriptor.getClass().getName().startsWith("io.jenkins.plugins.sastscan."))
                .flatMap(descriptor -> Arrays.stream(descriptor.getClass().getMethods())
                        .filter(method -> method.getName().startsWith("doCheck"))
                        .map(method -> Arguments.of(
                                descriptor.getClass().getEnclosingClass().getSimpleName() + "." + method.getName(),
                                descriptor,
                                method)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("checks")
    void a_field_of_a_form(String name, Descriptor<?> descriptor, Method check) throws Exception {
        for (Map.Entry<String, String> each : BadTexts.values().entrySet()) {
            Object[] arguments = Arrays.stream(check.getParameterTypes())
                    .map(type -> type == boolean.class
                            ? (Object) false
                            : Item.class.isAssignableFrom(type) ? job : each.getValue())
                    .toArray();

            FormValidation answer = (FormValidation) check.invoke(descriptor, arguments);

            if (answer.kind != FormValidation.Kind.OK) {
                assertThat(answer.getMessage()).as(each.getKey()).matches(BadTexts::isSentence);
            }
            assertThat(answer.renderHtml()).as(each.getKey()).doesNotContain("<script", "<img src=x");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sastScan(server: v, projectId: '42', dryRun: true)",
                "sastScan(server: 'main', projectId: v, dryRun: true, source: [includes: v])",
                "sastScan(server: 'main', projectId: '42', upload: false, git: [url: 'https://git.example/a', branch: v])",
                "sastQuery(server: 'main', language: v, queryName: v, severity: v)"
            })
    void an_argument_of_a_pipeline_step(String step) throws Exception {
        Map<String, String> values = BadTexts.values();
        // Jenkins itself cannot store a build with such a parameter.
        values.remove("lone surrogate");
        // A huge parameter would be copied with every step, so the script makes it.
        values.remove("1 MB long");
        String all =
                values.keySet().stream().map(name -> "params['" + name + "'], ").collect(Collectors.joining());
        WorkflowJob pipeline = sast.pipeline("node { writeFile file: 'a', text: 'A'\nfor (v in [" + all
                + "'x' * 1000000]) { try { " + step
                + "; echo 'DONE' } catch (Exception e) { echo \"CAUGHT ${e.class.simpleName} ${e.message}\" } } }");
        pipeline.addProperty(new ParametersDefinitionProperty(List.copyOf(
                values.keySet().stream().map(StringParameterDefinition::new).toList())));
        List<ParameterValue> parameters = new ArrayList<>();
        values.forEach((name, value) -> parameters.add(new StringParameterValue(name, value)));

        WorkflowRun run =
                jenkins.assertBuildStatusSuccess(pipeline.scheduleBuild2(0, new ParametersAction(parameters)));
        List<String> lines = Logs.ofSteps(run);

        assertThat(lines).allMatch(BadTexts::isSentence);
        assertThat(lines)
                .noneMatch(line -> line.startsWith("ERROR: forged") || line.startsWith("X-Injected"))
                .noneMatch(line -> line.startsWith("\tat "))
                .filteredOn(line -> line.startsWith("DONE") || line.startsWith("CAUGHT"))
                .hasSize(values.size() + 1);
        assertThat(lines)
                .filteredOn(line -> line.startsWith("CAUGHT"))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("CAUGHT AbortException SAST: "));
    }
}
