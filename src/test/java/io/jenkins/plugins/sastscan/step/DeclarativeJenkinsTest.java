package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.step.ReadStep.SastBranchingStatusStep;
import io.jenkins.plugins.sastscan.step.ReadStep.SastGitSettingsStep;
import io.jenkins.plugins.sastscan.step.ReadStep.SastLicenseStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.jenkinsci.plugins.structs.describable.DescribableParameter;
import org.junit.jupiter.api.Test;

/** Declarative pipelines check all step parameters before the first stage. */
@WithSast
class DeclarativeJenkinsTest {
    private static final Set<String> REQUIRED = Set.of("projectId", "language", "queryName");
    private static final Map<String, String> OPTIONAL = Map.of(
            "server", "'main'",
            "severity", "'Info'",
            "upload", "false",
            "source", "[excludes: 'b']",
            "git", "[url: 'https://git.example/a.git', branch: 'main']",
            "forceScan", "false",
            "skipUnchanged", "true",
            "onWarnings", "'FAIL'",
            "dryRun", "true",
            "manifest", "true");

    private SastJenkins sast;

    @Test
    void declarative_pipelines_accept_each_step_with_and_without_optional_parameters() throws Exception {
        List<String> calls = new ArrayList<>();
        calls.addAll(calls("sastSubmit", "projectId: '42'", SastSubmitStep.class));
        calls.addAll(calls("sastGitSettings", "projectId: '42'", SastGitSettingsStep.class));
        calls.addAll(calls("sastBranchingStatus", "projectId: '42'", SastBranchingStatusStep.class));
        calls.addAll(calls("sastQuery", "language: 'Java', queryName: 'Long_Method'", SastQueryStep.class));
        calls.addAll(calls("sastLicense", "", SastLicenseStep.class));

        var run = sast.build("""
                pipeline {
                    agent any
                    stages {
                        stage('all') {
                            steps {
                                writeFile file: 'a', text: 'A'
                                %s
                                script { echo "same ${sastLicense('main') == sastLicense()}" }
                            }
                        }
                    }
                }
                """.formatted(String.join("\n", calls)));

        assertThat(calls).hasSize(10 + 2 + 2 + 3 + 2);
        assertThat(Logs.ofSteps(run)).contains("same true");
    }

    /** Returns a call without optional parameters, and one call for each optional parameter. */
    private static List<String> calls(String step, String required, Class<?> type) {
        List<String> calls = new ArrayList<>();
        calls.add(step + "(" + required + ")");
        for (DescribableParameter parameter : DescribableModel.of(type).getParameters()) {
            String name = parameter.getName();
            if (!REQUIRED.contains(name)) {
                assertThat(OPTIONAL).containsKey(name);
                String separator = required.isEmpty() ? "" : ", ";
                calls.add(step + "(" + required + separator + name + ": " + OPTIONAL.get(name) + ")");
            }
        }
        return calls;
    }
}
