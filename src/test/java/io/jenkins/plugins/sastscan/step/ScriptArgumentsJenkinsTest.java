package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.AbortException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptArgumentsJenkinsTest {
    @Test
    void a_project_id_may_be_a_number() {
        assertThat(ScriptArguments.converted(Map.of("projectId", 42))).isEqualTo(Map.of("projectId", "42"));
        assertThat(ScriptArguments.converted(Map.of("projectId", "${ID}"))).isEqualTo(Map.of("projectId", "${ID}"));
    }

    @Test
    void settings_that_are_all_defaults_may_be_written_as_the_generator_does() {
        assertThat(ScriptArguments.converted(Map.of("git", List.of()))).isEqualTo(Map.of("git", Map.of()));
        Map<String, Object> others = Map.of("source", Map.of("includes", "*"), "upload", true, "git", List.of("x"));
        assertThat(ScriptArguments.converted(others)).isEqualTo(others);
    }

    @Test
    void patterns_may_be_a_list() {
        Map<String, Object> source = Map.of("includes", List.of("src/**", "lib/**"), "excludes", List.of());
        assertThat(ScriptArguments.converted(Map.of("source", source)))
                .isEqualTo(Map.of("source", Map.of("includes", "src/**\nlib/**", "excludes", "")));
    }

    @Test
    void all_parameters_are_known() {
        assertThatCode(() -> ScriptArguments.check(
                        "sastScan",
                        SastScanStep.class,
                        Map.of(
                                "server",
                                "main",
                                "projectId",
                                42,
                                "source",
                                Map.of("directory", "src", "includes", "**", "caseSensitive", false),
                                "git",
                                Map.of("url", "x", "credentialsId", "y", "checkRemote", true),
                                "dryRun",
                                true)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dryrun | | sastScan has no parameter \"dryrun\". Did you mean \"dryRun\"?",
                "includes | | sastScan has no parameter \"includes\". Use source: [includes: ...].",
                "source | include | sastScan has no parameter \"source.include\". Did you mean \"includes\"?",
                "git | credentials | sastScan has no parameter \"git.credentials\". Did you mean \"credentialsId\"?"
            })
    void an_unknown_parameter_is_refused_with_the_closest_one(String name, String nested, String message) {
        Map<String, Object> written = Map.of(name, nested == null ? "x" : Map.of(nested, "x"));
        assertThatThrownBy(() -> ScriptArguments.check("sastScan", SastScanStep.class, written))
                .isInstanceOf(AbortException.class)
                .hasMessage("SAST: " + message);
    }
}
