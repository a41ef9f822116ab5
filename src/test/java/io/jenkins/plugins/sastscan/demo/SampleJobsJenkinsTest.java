package io.jenkins.plugins.sastscan.demo;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Job;
import io.jenkins.plugins.casc.ConfigurationAsCode;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import jenkins.model.ParameterizedJobMixIn.ParameterizedJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.WithJenkins;

/** The configuration and the sample jobs of {@code bin/demo --jenkins}. */
@WithJenkins
class SampleJobsJenkinsTest {
    @TempDir
    private Path folder;

    @Test
    void the_configuration_makes_sample_jobs_that_all_succeed(JenkinsRule jenkins) throws Exception {
        Path sources = Files.createDirectory(folder.resolve("sources"));
        Files.writeString(sources.resolve("App.java"), "class App {}");
        JenkinsHome home = new JenkinsHome(folder.resolve("home"));
        try (Simulator simulator = JenkinsRun.service(folder)) {
            Map<String, String> values = home.values(simulator, jenkins.getURL().toURI(), "secret", sources);
            home.configure(values);
            String configuration = Files.readString(home.configuration());
            for (Map.Entry<String, String> value : values.entrySet()) {
                configuration = configuration.replace(
                        "${" + value.getKey() + "}", value.getValue().replace("\n", "\\n"));
            }
            Files.writeString(home.configuration(), configuration);

            ConfigurationAsCode.get().configure(home.configuration().toString());

            assertThat(jenkins.jenkins.getItems())
                    .extracting(job -> job.getName())
                    .containsExactly("declarative", "dry-run", "freestyle", "git-settings", "scripted");
            for (ParameterizedJob<?, ?> job : jenkins.jenkins.getAllItems(ParameterizedJob.class)) {
                job.scheduleBuild2(0);
                jenkins.waitUntilNoActivity();
                jenkins.assertBuildStatusSuccess(((Job<?, ?>) job).getLastBuild());
            }
            assertThat(simulator.requests(SimulatedOperation.UPLOAD)).hasSize(3);
            assertThat(simulator.project(102).git().orElseThrow().url())
                    .isEqualTo("https://git.example.com/team/app.git");
            assertThat(simulator.project(104).git().orElseThrow().useSsh()).isTrue();
            assertThat(simulator.project(105).forceScans()).isZero();
        }
    }
}
