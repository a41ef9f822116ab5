package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.ParametersDefinitionProperty;
import hudson.model.Result;
import hudson.model.StringParameterDefinition;
import hudson.plugins.git.GitTool;
import hudson.slaves.DumbSlave;
import hudson.slaves.EnvironmentVariablesNodeProperty;
import hudson.tasks.Shell;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.GitServer;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.step.SastSubmitBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

@WithSast(agent = true)
class GitFilesJenkinsTest {
    private static JenkinsRule jenkins;
    private static DumbSlave agent;

    private SastJenkins sast;
    private GitServer git;

    @AfterEach
    void resetGitTool() throws Exception {
        setGitTool("git");
        agent.setNodeProperties(List.of());
    }

    @Test
    void only_files_that_git_selects_are_uploaded() throws Exception {
        jenkins.buildAndAssertSuccess(selecting("TRACKED"));
        assertThat(Zips.received(sast.project())).containsOnlyKeys("src/Main.java");

        jenkins.buildAndAssertSuccess(selecting("NOT_IGNORED"));
        assertThat(Zips.received(sast.project())).containsOnlyKeys(".gitignore", "new.c", "src/Main.java");
    }

    @Test
    void all_git_commands_run_with_the_git_tool_of_the_agent(@TempDir Path directory) throws Exception {
        Path program = loggingGit(directory);
        setGitTool("/nowhere/git");
        Agents.setGitTool(agent, program);

        var build = sast.build(
                "node('" + agent.getNodeName() + "') { deleteDir(); " + git.checkout("app") + "sh 'rm " + directory
                        + "/asked'; sastSubmit projectId: '42', source: [files: 'TRACKED'], git: [checkRemote: true] }");

        assertThat(sast.project().git().orElseThrow().url()).isEqualTo(git.url("app"));
        assertThat(sast.project().git().orElseThrow().branch()).isEqualTo("refs/heads/main");
        assertThat(Zips.received(sast.project())).containsOnlyKeys("src/Main.java");
        assertThat(Files.readString(directory.resolve("asked"))).contains("ls-files", "ls-remote");
        assertThat(Logs.ofSteps(build)).noneMatch(line -> line.contains("config --get remote.origin.url"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"jgit", "jgitapache", "git.exe", "C:\\Program Files\\Git\\bin\\git.exe", "bin/git", "./git"})
    void git_is_found_on_the_path_if_no_git_tool_is_usable(String home) throws Exception {
        setGitTool(home);
        FreeStyleProject job = selecting("TRACKED");
        // Programs named git in the workspace must never run.
        Shell programs = new Shell("mkdir bin; for p in git bin/git; do printf '#!/bin/sh\\ntouch ran' > $p; done;"
                + " chmod +x git bin/git; git add git bin");
        SastSubmitBuilder step = job.getBuildersList().get(SastSubmitBuilder.class);
        job.getBuildersList().replaceBy(List.of(new Shell(cloned()), programs, step));

        var build = jenkins.buildAndAssertSuccess(job);

        assertThat(Zips.received(sast.project())).containsKeys("src/Main.java", "bin/git");
        assertThat(build.getWorkspace().child("ran").exists()).isFalse();
        assertThat(Logs.ofSteps(sast.build("node('" + agent.getNodeName()
                        + "') { sastSubmit projectId: '42', upload: false, forceScan: false, git: [url: '"
                        + git.url("app") + "', branch: 'main', checkRemote: true] }")))
                .contains("The Git remote has refs/heads/main");
    }

    @Test
    void parameters_cannot_select_the_git_program_but_agent_variables_can(@TempDir Path directory) throws Exception {
        String program = loggingGit(directory).toString();
        setGitTool("${TOOL}");
        FreeStyleProject job = selecting("TRACKED");
        job.addProperty(new ParametersDefinitionProperty(new StringParameterDefinition("TOOL", program)));

        assertThat(Logs.error(jenkins.buildAndAssertStatus(Result.FAILURE, job)))
                .contains("Cannot start git (", "correct the path of its Git tool in Jenkins");
        assertThat(directory.resolve("asked")).doesNotExist();

        agent.setNodeProperties(List.of(
                new EnvironmentVariablesNodeProperty(new EnvironmentVariablesNodeProperty.Entry("TOOL", program))));
        jenkins.buildAndAssertSuccess(job);
        assertThat(directory.resolve("asked")).content().contains("ls-files");
    }

    private FreeStyleProject selecting(String files) throws Exception {
        SastSubmitBuilder step = SastJenkins.with(
                SastJenkins.builder(SastJenkins.SERVER, "42"), Map.of("source", Map.of("files", files)));
        FreeStyleProject job = sast.freestyle(agent, Map.of());
        job.getBuildersList()
                .replaceBy(List.of(new Shell(cloned() + " && echo '*.log' > .gitignore && touch new.c new.log"), step));
        return job;
    }

    private String cloned() {
        return "rm -rf * .git* && git clone -q " + git.url("app") + " .";
    }

    private static Path loggingGit(Path directory) throws IOException {
        Path program = directory.resolve("my git");
        Files.writeString(program, "#!/bin/sh\necho \"$@\" >> '" + directory + "/asked'\nexec git \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program;
    }

    private static void setGitTool(String home) {
        GitTool.DescriptorImpl tools = jenkins.jenkins.getDescriptorByType(GitTool.DescriptorImpl.class);
        tools.setInstallations(new GitTool(GitTool.DEFAULT, home, List.of()));
    }
}
