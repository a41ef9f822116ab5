package io.jenkins.plugins.sastscan.build.project;

import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords.Project;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;

/** Submissions to a project, one after the other. */
abstract class ProjectFixture {
    static final Project PROJECT = project("https://sast.example/api", 42);

    @TempDir
    Path home;

    Instant now = Instant.parse("2026-03-01T12:00:00Z");
    final List<String> warnings = new ArrayList<>();

    void upload(String job, int build) throws Exception {
        turn(submitter(job, build), turn -> {
            turn.request();
            turn.uploaded(1, 1, 1, "aa");
            turn.succeed(false);
        });
    }

    void turn(Submitter by, Consumer<ProjectTurn> change) throws Exception {
        try (ProjectTurn turn = records().take(PROJECT, by, holder -> {}, warnings::add)) {
            if (turn.laterBuild().isEmpty()) {
                turn.begin();
            }
            change.accept(turn);
        }
    }

    static Submitter submitter(String job, int build) {
        return new Submitter(job + build, job, build, job, 1_000 + build);
    }

    static Project project(String url, long id) {
        return new Project(ServiceUrl.base(url, false).toString(), id);
    }

    Path file() {
        return home.resolve("io.jenkins.plugins.sastscan.projects").resolve(PROJECT.key());
    }

    /** Like after a restart of Jenkins. */
    ProjectRecords records() {
        return new ProjectRecords(home, () -> now);
    }
}
