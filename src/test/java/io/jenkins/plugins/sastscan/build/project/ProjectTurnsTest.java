package io.jenkins.plugins.sastscan.build.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import io.jenkins.plugins.sastscan.build.project.ProjectRecords.Project;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectTurnsTest {
    private static final int WAITERS = 50;

    @TempDir
    private Path home;

    private ProjectRecords records;

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Test
    void each_submission_that_has_the_turn_before_is_reported_without_names_of_other_jobs() throws Exception {
        ProjectTurn first = take(7, "folder/job", 12);
        Future<ProjectTurn> same = later("folder/job", 13);
        assertThat(told()).isEqualTo("build #12 of this job");
        Future<ProjectTurn> branch = later("folder/job", 12);
        assertThat(told()).isEqualTo("another step of this build");
        Future<ProjectTurn> other = later("other", 12);
        assertThat(told()).isEqualTo("another job");

        first.close();
        assertThat(List.of(told(), told())).containsExactlyInAnyOrder("build #13 of this job", "another job");
        same.get().close();
        assertThat(told()).isEqualTo("another job");
        branch.get().close();
        other.get().close();
        assertThat(told).isEmpty();
    }

    @Test
    void turns_come_in_the_order_of_arrival() throws Exception {
        ProjectTurn first = take(7, "job", 0);
        List<Future<ProjectTurn>> waiting = new ArrayList<>();
        for (int i = 1; i <= WAITERS; i++) {
            waiting.add(later("other" + i, i));
            assertThat(told()).isEqualTo("another job");
        }
        first.close();
        for (int i = 0; i < WAITERS; i++) {
            ProjectTurn turn = waiting.get(i).get(1, TimeUnit.MINUTES);
            assertThat(waiting.subList(i + 1, WAITERS)).noneMatch(Future::isDone);
            turn.close();
        }
    }

    @Test
    void submissions_to_other_projects_do_not_wait() throws Exception {
        ProjectTurn first = take(7, "job", 1);
        take(8, "job", 2).close();
        assertThat(told).isEmpty();
        first.close();
    }

    @Test
    void an_interrupted_build_leaves_the_queue_of_waiting_builds() throws Exception {
        ProjectTurn first = take(7, "job", 1);
        Future<?> interrupted = threads.submit(() -> {
            take(7, "job", 2).close();
            return null;
        });
        told();
        Future<ProjectTurn> next = later("job", 3);
        told();
        interrupted.cancel(true);
        first.close();
        assertThat(next.get(1, TimeUnit.MINUTES)).isNotNull();
    }

    @BeforeEach
    void start() {
        records = new ProjectRecords(home, Clock.systemUTC());
    }

    private ProjectTurn take(long id, String job, int build) throws InterruptedException {
        Project project = new Project("https://sast.example/api", id);
        return records.take(
                project, new Submitter(UUID.randomUUID().toString(), job, build, job, 0), told::add, told::add);
    }

    private Future<ProjectTurn> later(String job, int build) {
        return threads.submit(() -> take(7, job, build));
    }

    private String told() throws InterruptedException {
        String holder = told.poll(1, TimeUnit.MINUTES);
        assertThat(holder).isNotNull();
        return holder;
    }
}
