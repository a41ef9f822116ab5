package io.jenkins.plugins.sastscan.build.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ProjectTurnsTest {
    private static final int WAITERS = 50;

    private final ProjectTurns turns = new ProjectTurns();

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newCachedThreadPool();

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Test
    @SuppressWarnings("try") // the variables hold the turns, but are never read
    void a_wait_is_reported_only_if_another_submission_is_changing_the_same_project() throws Exception {
        take(7, "job", 1).close();
        try (var one = take(7, "job", 2);
                var other = take(8, "job", 2)) {
            assertThat(told).isEmpty();
        }
    }

    @Test
    void the_start_and_end_of_a_wait_are_reported_without_names_of_other_jobs() throws Exception {
        Turn first = take(7, "folder/job", 12);
        Future<Turn> same = later("folder/job", 13);
        assertThat(told()).isEqualTo("build #12 of this job");
        Future<Turn> branch = later("folder/job", 12);
        assertThat(told()).isEqualTo("another step of this build");
        Future<Turn> other = later("other", 12);
        assertThat(told()).isEqualTo("another job");

        first.close();
        assertThat(List.of(told(), told(), told()))
                .containsExactlyInAnyOrder("", "build #13 of this job", "another job");
        same.get().close();
        assertThat(List.of(told(), told())).containsExactlyInAnyOrder("", "another job");
        branch.get().close();
        assertThat(told()).isEmpty();
        other.get().close();
    }

    @Test
    void turns_come_in_the_order_of_arrival() throws Exception {
        Turn first = take(7, "job", 0);
        List<Future<Turn>> waiting = new ArrayList<>();
        for (int i = 1; i <= WAITERS; i++) {
            waiting.add(later("other" + i, i));
            assertThat(told()).isEqualTo("another job");
        }
        first.close();
        for (int i = 0; i < WAITERS; i++) {
            Turn turn = waiting.get(i).get(1, TimeUnit.MINUTES);
            assertThat(waiting.subList(i + 1, WAITERS)).noneMatch(Future::isDone);
            turn.close();
        }
    }

    @Test
    void an_interrupted_build_leaves_the_queue_of_waiting_builds() throws Exception {
        Turn first = take(7, "job", 1);
        Future<?> interrupted = threads.submit(() -> {
            take(7, "job", 2).close();
            return null;
        });
        told();
        Future<Turn> next = later("job", 3);
        told();
        interrupted.cancel(true);
        first.close();
        assertThat(next.get(1, TimeUnit.MINUTES)).isNotNull();
    }

    @Test
    void a_waiting_build_leaves_the_queue_if_the_build_log_cannot_be_written() throws Exception {
        Turn first = take(7, "job", 1);
        assertThatThrownBy(() -> turns.take(
                        "7",
                        submitter("job", 2),
                        holder -> {
                            throw new IllegalStateException("no log");
                        },
                        () -> {}))
                .hasMessage("no log");
        first.close();
        take(7, "job", 3).close();
    }

    private record Turn(ProjectTurns turns, String project, Submitter by) implements AutoCloseable {
        @Override
        public void close() {
            turns.end(project, by);
        }
    }

    private Turn take(long project, String job, int build) throws InterruptedException {
        Turn turn = new Turn(turns, "" + project, submitter(job, build));
        turns.take(turn.project, turn.by, told::add, () -> {});
        return turn;
    }

    private Future<Turn> later(String job, int build) {
        return threads.submit(() -> take(7, job, build));
    }

    private String told() throws InterruptedException {
        String holder = told.poll(1, TimeUnit.MINUTES);
        assertThat(holder).isNotNull();
        return holder;
    }

    private static Submitter submitter(String job, int build) {
        return new Submitter("id", job, build, job, 0);
    }
}
