package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.slaves.DumbSlave;
import hudson.tasks.Shell;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.step.SastScanBuilder;
import io.jenkins.plugins.sastscan.step.SourceSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/** Git on an agent decides which files of a checkout are uploaded. */
@WithSast(agent = true)
class GitFilesJenkinsTest {
    /** A clone with a submodule that is checked out and one that is not, a pointer of Git LFS, and nested ignore files. */
    private static final String CHECKOUT = """
            set -e
            rm -rf * .git .gitignore .gitmodules ../origin-$JOB_NAME; mkdir ../origin-$JOB_NAME; cd ../origin-$JOB_NAME
            git() { command git -c user.name=a -c user.email=a@example.org -c protocol.file.allow=always "$@"; }
            for repository in one two top; do
              git init -q $repository
              echo 'int a;' > $repository/a.c
              git -C $repository add .
              git -C $repository commit -qm x
            done
            cd top
            git submodule --quiet add "$PWD/../one" libs/one
            git submodule --quiet add "$PWD/../two" libs/two
            mkdir sub
            echo '*.log' > .gitignore
            echo '!keep.log' > sub/.gitignore
            echo x > sub/keep.log
            printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%064d\\nsize 1\\n' 0 > data.bin
            git add . ; git commit -qm y
            cd "$WORKSPACE"
            git clone -q ../origin-$JOB_NAME/top .
            git submodule --quiet update --init libs/one
            echo x > new.c; echo x > new.log; echo x > sub/more.log; echo x > libs/one/new.log
            """;

    private static JenkinsRule jenkins;
    private static DumbSlave agent;
    private SastJenkins sast;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        jenkins.jenkins.setNumExecutors(0);
    }

    @Test
    void only_what_git_selects_is_uploaded_and_what_is_missing_is_warned_of() throws Exception {
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(checkout("TRACKED"));
        assertThat(Zips.received(sast.project()))
                .containsOnlyKeys(
                        ".gitignore",
                        ".gitmodules",
                        "a.c",
                        "data.bin",
                        "libs/one/a.c",
                        "sub/.gitignore",
                        "sub/keep.log");
        List<String> warnings = SastJenkins.submission(build).getArchive().getWarnings();
        assertThat(warnings)
                .hasSize(2)
                .anyMatch(warning -> warning.contains("1 Git LFS pointer file"))
                .anyMatch(warning -> warning.contains("1 submodule that is not checked out"));
        assertThat(Logs.ofSteps(build)).contains("Warning: " + warnings.get(0), "Warning: " + warnings.get(1));

        jenkins.buildAndAssertSuccess(checkout("not-ignored"));
        assertThat(Zips.received(sast.project())).containsKeys("new.c", "libs/one/new.log", "a.c");
        assertThat(Zips.received(sast.project())).doesNotContainKeys("new.log", "sub/more.log");
    }

    @Test
    void a_fresh_clone_of_the_same_commit_proves_the_manifest_of_tracked_files() throws Exception {
        FreeStyleProject job = checkout("TRACKED");
        job.getBuildersList().get(SastScanBuilder.class).setManifest(true);
        FreeStyleBuild build = jenkins.buildAndAssertSuccess(job);
        Path manifest = build.getRootDir().toPath().resolve("archive/sast-scan-42-1.sha256");
        assertThat(manifest).content().hasLineCount(7).contains("  libs/one/a.c", "  data.bin");

        job.getBuildersList()
                .replaceBy(List.of(new Shell("rm -rf * .git* && git clone -q ../origin-$JOB_NAME/top . && git -c"
                        + " protocol.file.allow=always submodule --quiet update --init libs/one && sha256sum -c '"
                        + manifest + "'")));
        jenkins.buildAndAssertSuccess(job);
    }

    @Test
    void an_unknown_choice_of_files_is_refused() throws Exception {
        assertThat(sast.refusal("node('" + agent.getNodeName()
                        + "') { sastScan projectId: '42', source: [files: '${WHICH_FILES}'] }"))
                .isEqualTo(
                        "ERROR: SAST: The choice of files \"${WHICH_FILES}\" is unknown. Use ALL, NOT_IGNORED or TRACKED.");
    }

    @Test
    void an_archive_that_shrank_since_the_last_build_is_warned_of() throws Exception {
        SastScanBuilder step = new SastScanBuilder(SastJenkins.SERVER, "42");
        FreeStyleProject job = job("seq 1 20000 > numbers; echo a > a", step);
        jenkins.buildAndAssertSuccess(job);
        job.getBuildersList().replaceBy(List.of(new Shell("rm -f numbers"), step));
        FreeStyleBuild shrunk = jenkins.buildAndAssertSuccess(job);
        FreeStyleBuild same = jenkins.buildAndAssertSuccess(job);

        assertThat(SastJenkins.submission(shrunk).getArchive().getWarnings())
                .singleElement()
                .asString()
                .contains("less than half", "of build #1.");
        assertThat(SastJenkins.submission(same).getArchive().getWarnings()).isEmpty();
    }

    private FreeStyleProject checkout(String files) throws Exception {
        SourceSettings source = new SourceSettings();
        source.setFiles(files);
        SastScanBuilder step = new SastScanBuilder(SastJenkins.SERVER, "42");
        step.setSource(source);
        return job(CHECKOUT, step);
    }

    private FreeStyleProject job(String script, SastScanBuilder step) throws Exception {
        FreeStyleProject job = sast.freestyle(agent, Map.of());
        job.getBuildersList().replaceBy(List.of(new Shell(script), step));
        return job;
    }
}
