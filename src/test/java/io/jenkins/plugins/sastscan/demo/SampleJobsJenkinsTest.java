package io.jenkins.plugins.sastscan.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.WithJenkins;

@WithJenkins
class SampleJobsJenkinsTest {
    @TempDir
    private Path folder;

    @Test
    void the_sample_jobs_of_the_demo_succeed(JenkinsRule jenkins) throws Exception {
        Path sources = Files.createDirectory(folder.resolve("sources"));
        Files.writeString(sources.resolve("App.java"), "class App {}");
        try (var service = JenkinsDemo.service(folder)) {
            String password = JenkinsDemo.configure(jenkins, service, sources, folder);
            JenkinsDemo.buildAll(jenkins);

            assertThat(jenkins.jenkins.getItems())
                    .extracting(job -> job.getName())
                    .containsExactly("declarative", "dry-run", "freestyle", "git-settings", "scripted");
            assertThat(service.requests(SimulatedOperation.UPLOAD)).hasSize(3);
            assertThat(service.project(102).git().orElseThrow().url())
                    .isEqualTo("https://git.example.com/team/app.git");
            assertThat(service.project(104).git().orElseThrow().useSsh()).isTrue();
            assertThat(service.project(105).forceScans()).isZero();
            jenkins.createWebClient().login("demo", password);
        }
    }
}
