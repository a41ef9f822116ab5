package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.MovableClock;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import org.apache.commons.io.FileUtils;

/**
 * A random sequence of events on a controller. Builds of several jobs submit to the same projects. A stage can fail, be
 * refused, be aborted or take effect late. Jenkins can stop or be killed.
 */
final class RandomHistory {
    private static final int MAX_RUNNING = 6;
    /** Without a deadlock, no wait takes this long. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    enum Point {
        DIGEST,
        ARCHIVE,
        TURN,
        UPLOAD,
        WAITING,
        ENDED
    }

    enum Event {
        PROCEED,
        FAIL,
        REFUSE,
        ABORT
    }

    /** The source that the SAST server holds for a project. */
    record HeldSource(String content, RandomBuild build, boolean late) {}

    private final Random random;
    final Simulator simulator;
    private final Path homes;
    final MovableClock clock = new MovableClock();
    final Map<Long, HeldSource> held = new HashMap<>();
    final Map<RandomBuild, Instant> late = new LinkedHashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<RandomBuild> builds = new ArrayList<>();
    final Map<Long, RandomBuild> holders = new HashMap<>();
    final Map<Long, Deque<RandomBuild>> arrivals = new HashMap<>();
    Throwable failure;
    private int starts;
    private Path home;
    ProjectTurns turns;
    LastUploads lastUploads;

    RandomHistory(long seed, Simulator simulator, Path homes) throws IOException {
        this.random = new Random(seed);
        this.simulator = simulator;
        this.homes = homes;
        this.home = Files.createDirectory(homes.resolve("home"));
        simulator.addProject(1);
        simulator.addProject(2);
        startJenkins();
    }

    private void startJenkins() {
        turns = new ProjectTurns();
        lastUploads = new LastUploads(home, clock);
        holders.clear();
        arrivals.clear();
    }

    synchronized void step() throws Exception {
        List<RandomBuild> running = running();
        List<RandomBuild> ready =
                running.stream().filter(build -> build.point != Point.WAITING).toList();
        int kind = random.nextInt(40);
        if (kind == 0) {
            restart();
        } else if (kind == 1) {
            clock.move(Duration.ofMinutes(1L << random.nextInt(12)));
            late.values().removeIf(end -> !clock.instant().isBefore(end));
        } else if (kind < 4 && !late.isEmpty()) {
            RandomBuild build = any(List.copyOf(late.keySet()));
            late.remove(build);
            held.put(build.project, new HeldSource(build.content, build, true));
        } else if (kind < 14 && running.size() < MAX_RUNNING || ready.isEmpty()) {
            start();
        } else if (kind < 16) {
            act(any(running), Event.ABORT);
        } else {
            act(any(ready), random.nextInt(6) == 0 ? any(List.of(Event.FAIL, Event.REFUSE)) : Event.PROCEED);
        }
        settle();
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    private List<RandomBuild> running() {
        return builds.stream().filter(build -> build.point != Point.ENDED).toList();
    }

    private void start() {
        String job = "job" + random.nextInt(3);
        RandomBuild build =
                new RandomBuild(this, job, numbers.merge(job, 1, Integer::sum), 1 + random.nextInt(2), random);
        builds.add(build);
        run(build);
    }

    private void run(RandomBuild build) {
        build.point = null;
        build.event = null;
        build.thread = new Thread(build::submit, build.toString());
        build.thread.setDaemon(true);
        build.thread.start();
    }

    private void act(RandomBuild build, Event event) {
        if (event == Event.ABORT) {
            build.aborted = true;
            build.point = null;
            build.thread.interrupt();
        } else {
            build.event = event;
            build.point = null;
            notifyAll();
        }
    }

    /** Waits until each build has paused, has ended, or must wait for its turn. */
    private void settle() throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (failure == null && !isSettled()) {
            assertThat(System.nanoTime())
                    .as("somebody waits for ever: %s", running())
                    .isLessThan(end);
            wait(1_000);
        }
        if (failure != null) {
            throw new AssertionError(failure);
        }
    }

    private boolean isSettled() {
        return builds.stream().allMatch(build -> build.point != null)
                && running().stream()
                        .filter(build -> build.point == Point.WAITING)
                        .allMatch(build -> holders.containsKey(build.project));
    }

    /** Stops or kills Jenkins, and then continues the pipelines that were running. */
    private void restart() throws Exception {
        if (random.nextBoolean()) {
            lastUploads.stop();
        }
        Path next = homes.resolve("home" + ++starts);
        FileUtils.copyDirectory(home.toFile(), next.toFile());
        List<RandomBuild> interrupted = running();
        interrupted.forEach(build -> act(build, Event.ABORT));
        settle();
        home = next;
        startJenkins();
        List<RandomBuild> pipelines = new ArrayList<>(interrupted);
        while (!pipelines.isEmpty()) {
            RandomBuild build = pipelines.remove(random.nextInt(pipelines.size()));
            if (build.pipeline) {
                build.aborted = false;
                run(build);
                settle();
            }
        }
    }

    /** Lets all builds finish, without further faults. */
    synchronized void finish() throws Exception {
        for (List<RandomBuild> left = running(); !left.isEmpty(); left = running()) {
            List<RandomBuild> ready =
                    left.stream().filter(build -> build.point != Point.WAITING).toList();
            assertThat(ready).as("some of %s go on", left).isNotEmpty();
            act(any(ready), Event.PROCEED);
            settle();
        }
        assertThat(holders).isEmpty();
        held.values().stream()
                .filter(source -> !source.late)
                .forEach(source -> assertNoLaterBuild(source.build, "the source in the end"));
    }

    synchronized void giveTurn(RandomBuild build) {
        holders.put(build.project, build);
        Deque<RandomBuild> arrived = arrivals.getOrDefault(build.project, new ArrayDeque<>());
        // Aborted builds may leave the queue in any order.
        arrived.removeIf(other -> other.aborted);
        if (!build.aborted && !arrived.isEmpty()) {
            assertThat(arrived.poll()).as("whose turn it is").isSameAs(build);
        }
    }

    void assertHasTurn(RandomBuild build) {
        assertThat(holders.get(build.project)).as("who has the turn").isSameAs(build);
    }

    void assertNoLaterBuild(RandomBuild build, String what) {
        assertThat(laterBuild(build))
                .as("%s is of %s, which a later build of its job follows", what, build)
                .isEmpty();
    }

    OptionalInt laterBuild(RandomBuild build) {
        return builds.stream()
                .filter(later -> later.job.equals(build.job)
                        && later.number > build.number
                        && later.project == build.project
                        && later.submitted)
                .mapToInt(later -> later.number)
                .min();
    }
}
