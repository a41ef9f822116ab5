package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.MovableClock;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.submission.git.GitPlan;
import io.jenkins.plugins.sastscan.submission.git.GitUrl;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.LongConsumer;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.apache.commons.io.FileUtils;

/**
 * Random histories of a controller. Builds of several jobs submit to the same projects, one stage after another. Stages
 * fail, are refused, are aborted, or take effect late. Jenkins stops or is killed.
 */
class SubmissionHistoriesTest {
    private static final int STEPS = 150;
    private static final int MAX_RUNNING = 6;
    /** No correct history waits this long, in milliseconds. */
    private static final long PATIENCE = Duration.ofMinutes(1).toMillis();

    @Property(tries = 15, edgeCases = EdgeCasesMode.NONE)
    void submissions_take_turns_and_older_builds_never_replace_newer_sources(@ForAll long seed) throws Exception {
        assertHolds(seed);
    }

    @Tag("slow")
    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void submissions_take_turns_in_hundreds_of_random_histories(@ForAll long seed) throws Exception {
        assertHolds(seed);
    }

    private static void assertHolds(long seed) throws Exception {
        Path homes = Files.createTempDirectory("sast-histories");
        try (Simulator simulator = Simulator.start(Dialect.CONTRACT)) {
            History history = new History(seed, simulator, homes);
            for (int i = 0; i < STEPS; i++) {
                history.step();
            }
            history.finish();
        } finally {
            FileUtils.deleteDirectory(homes.toFile());
        }
    }

    /** Where a build pauses. Between these points, it runs. */
    private enum Point {
        DIGEST,
        ARCHIVE,
        TURN,
        UPLOAD,
        WAITING,
        ENDED
    }

    /** What happens to a build at a point. */
    private enum Event {
        PROCEED,
        FAIL,
        REFUSE,
        ABORT
    }

    /** What the SAST server holds. */
    private record Source(String content, Build build, boolean late) {}

    private static final class History {
        private final Random random;
        private final Simulator simulator;
        private final Path homes;
        private final MovableClock clock = new MovableClock();
        private final Map<Long, Source> held = new HashMap<>();
        private final Map<Build, Instant> late = new LinkedHashMap<>();
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<Build> builds = new ArrayList<>();
        private final Map<Long, Build> holders = new HashMap<>();
        private final Map<Long, Deque<Build>> arrivals = new HashMap<>();
        private Throwable failure;
        private int starts;
        private Path home;
        private ProjectTurns turns;
        private LastUploads lastUploads;

        History(long seed, Simulator simulator, Path homes) throws IOException {
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
            List<Build> running = running();
            List<Build> ready = running.stream()
                    .filter(build -> build.point != Point.WAITING)
                    .toList();
            int kind = random.nextInt(40);
            if (kind == 0) {
                restart();
            } else if (kind == 1) {
                clock.move(Duration.ofMinutes(1L << random.nextInt(12)));
                late.values().removeIf(end -> !clock.instant().isBefore(end));
            } else if (kind < 4 && !late.isEmpty()) {
                Build build = any(List.copyOf(late.keySet()));
                late.remove(build);
                held.put(build.project, new Source(build.content, build, true));
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

        private List<Build> running() {
            return builds.stream().filter(build -> build.point != Point.ENDED).toList();
        }

        private void start() {
            String job = "job" + random.nextInt(3);
            Build build = new Build(this, job, numbers.merge(job, 1, Integer::sum), 1 + random.nextInt(2), random);
            builds.add(build);
            run(build);
        }

        private void run(Build build) {
            build.point = null;
            build.event = null;
            build.thread = new Thread(build::submit, build.toString());
            build.thread.setDaemon(true);
            build.thread.start();
        }

        private void act(Build build, Event event) {
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

        /** Waits until no build runs, and no build waits for a free turn. */
        private void settle() throws Exception {
            long end = System.nanoTime() + Duration.ofMillis(PATIENCE).toNanos();
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
            List<Build> interrupted = running();
            interrupted.forEach(build -> act(build, Event.ABORT));
            settle();
            home = next;
            startJenkins();
            List<Build> pipelines = new ArrayList<>(interrupted);
            while (!pipelines.isEmpty()) {
                Build build = pipelines.remove(random.nextInt(pipelines.size()));
                if (build.pipeline) {
                    build.aborted = false;
                    run(build);
                    settle();
                }
            }
        }

        /** Lets all builds proceed without further faults until they end. */
        synchronized void finish() throws Exception {
            for (List<Build> left = running(); !left.isEmpty(); left = running()) {
                List<Build> ready = left.stream()
                        .filter(build -> build.point != Point.WAITING)
                        .toList();
                assertThat(ready).as("some of %s go on", left).isNotEmpty();
                act(any(ready), Event.PROCEED);
                settle();
            }
            assertThat(holders).isEmpty();
            held.values().stream()
                    .filter(source -> !source.late)
                    .forEach(source -> assertNoLaterBuild(source.build, "the source in the end"));
        }

        private void assertNoLaterBuild(Build build, String what) {
            assertThat(laterBuild(build))
                    .as("%s is of %s, which a later build of its job follows", what, build)
                    .isEmpty();
        }

        OptionalInt laterBuild(Build build) {
            return builds.stream()
                    .filter(later -> later.job.equals(build.job)
                            && later.number > build.number
                            && later.project == build.project
                            && later.submitted)
                    .mapToInt(later -> later.number)
                    .min();
        }
    }

    /** A build with one submission. */
    private static final class Build implements Archiver, Uploader, SubmissionListener {
        private final History history;
        private final String job;
        private final int number;
        private final long project;
        private final String content;
        private final boolean pipeline;
        private final boolean skipUnchanged;
        private final boolean writesGit;
        private final boolean gitFails;
        private final Set<Stage> done = new HashSet<>();
        private Thread thread;
        private Point point;
        private Event event;
        private boolean aborted;
        private boolean submitted;
        private boolean superseded;

        Build(History history, String job, int number, long project, Random random) {
            this.history = history;
            this.job = job;
            this.number = number;
            this.project = project;
            this.content = "0" + random.nextInt(3);
            this.pipeline = random.nextInt(3) > 0;
            this.skipUnchanged = random.nextBoolean();
            this.writesGit = random.nextInt(6) == 0;
            this.gitFails = random.nextInt(3) == 0;
        }

        @Override
        public String toString() {
            return job + " #" + number + " to " + project + " (" + content + ")";
        }

        void submit() {
            Throwable unexpected = null;
            ServiceUrl url = ServiceUrl.base(history.simulator.baseUrl().toString(), true);
            AccessToken token = new AccessToken(SecretText.of(history.simulator.accessToken()));
            ProjectId id = new ProjectId(project);
            boolean uploads = !done.contains(Stage.UPLOAD);
            boolean git = writesGit && !done.contains(Stage.GIT_SETTINGS);
            SubmissionPlan plan = new SubmissionPlan(
                    id,
                    uploads
                            ? Optional.of(
                                    new io.jenkins.plugins.sastscan.submission.Source.Files("", Selection.everything()))
                            : Optional.empty(),
                    git
                            ? Optional.of(GitPlan.of(
                                    GitUrl.given("https://git.example/a.git"), "main", GitAuthentication.NONE))
                            : Optional.empty(),
                    true,
                    new GivenOptions(skipUnchanged, false));
            try (SastService service =
                    SastService.connect(url, token, UploadEncoding.FORM, ConnectionSettings.DEFAULT, retry -> {})) {
                new Submission(
                                service,
                                this,
                                this,
                                history.turns,
                                this::laterBuild,
                                history.lastUploads,
                                Submitter.of(url, id, job, number),
                                this,
                                new SubmissionResult(id))
                        .run(plan);
                assertThat(submitted || superseded)
                        .as("%s has done what it should", this)
                        .isTrue();
            } catch (InterruptedException | InvalidInputException | SubmissionException e) {
                // An event of the history ended the build.
            } catch (Throwable e) {
                unexpected = e;
            }
            end(unexpected);
        }

        private void end(Throwable unexpected) {
            synchronized (history) {
                if (history.failure == null) {
                    history.failure = unexpected;
                }
                history.holders.remove(project, this);
                history.arrivals.getOrDefault(project, new ArrayDeque<>()).remove(this);
                point = Point.ENDED;
                history.notifyAll();
            }
        }

        /** Waits at a point for the next event. */
        private void stand(Point where) throws IOException, InterruptedException {
            synchronized (history) {
                point = aborted ? null : where;
                event = null;
                history.notifyAll();
                while (event == null) {
                    history.wait();
                }
                if (event == Event.FAIL) {
                    throw new IOException("as the history wants it");
                }
            }
        }

        @Override
        public String digest(io.jenkins.plugins.sastscan.submission.Source.Files source, LongConsumer progress)
                throws IOException, InterruptedException {
            stand(Point.DIGEST);
            return content;
        }

        @Override
        public PreparedArchive archive(io.jenkins.plugins.sastscan.submission.Source source, LongConsumer progress)
                throws IOException, InterruptedException {
            stand(Point.ARCHIVE);
            ContentStatistics contents = new ContentStatistics(1, 1, List.of(), List.of(), 0, 0, List.of());
            SkippedFiles none = new SkippedFiles(List.of(), List.of());
            return new PreparedArchive("a.zip", new ArchiveFacts(contents, 1, 1, "00", content, none), true);
        }

        @Override
        public void discard(PreparedArchive archive) {}

        private OptionalInt laterBuild() {
            synchronized (history) {
                Deque<Build> arrived = history.arrivals.getOrDefault(project, new ArrayDeque<>());
                history.holders.put(project, this);
                // Aborted builds may leave the queue in any order.
                arrived.removeIf(build -> build.aborted);
                if (!aborted && !arrived.isEmpty()) {
                    assertThat(arrived.poll()).as("whose turn it is").isSameAs(this);
                }
            }
            try {
                stand(Point.TURN);
            } catch (IOException | InterruptedException e) {
                throw new InvalidInputException("No longer allowed.");
            }
            synchronized (history) {
                if (writesGit && gitFails) {
                    history.simulator.schedule(SimulatedOperation.WRITE_GIT, Fault.answer(400));
                }
                return history.laterBuild(this);
            }
        }

        @Override
        public void upload(ProjectId id, PreparedArchive archive, LongConsumer progress)
                throws IOException, InterruptedException {
            synchronized (history) {
                history.late.put(this, Instant.MAX);
            }
            try {
                stand(Point.UPLOAD);
            } catch (IOException | InterruptedException e) {
                synchronized (history) {
                    history.late.computeIfPresent(
                            this, (build, any) -> history.clock.instant().plus(LastUploads.DOUBT));
                }
                throw e;
            }
            synchronized (history) {
                assertHasTurn();
                boolean pending = history.late.remove(this) != null;
                if (event == Event.REFUSE) {
                    throw pending
                            ? new ServiceException(403, "Refused.")
                            : new IOException("It was stored, but its response was lost.");
                }
                history.assertNoLaterBuild(this, "an upload");
                history.held.put(project, new Source(content, this, false));
            }
        }

        private void assertHasTurn() {
            assertThat(history.holders.get(project)).as("who has the turn").isSameAs(this);
        }

        @Override
        public void waiting(String holder) {
            synchronized (history) {
                Deque<Build> arrived = history.arrivals.computeIfAbsent(project, any -> new ArrayDeque<>());
                if (!arrived.contains(this) && !holder.isEmpty()) {
                    arrived.add(this);
                }
                point = aborted || holder.isEmpty() ? null : Point.WAITING;
                history.notifyAll();
            }
        }

        @Override
        public void ended(Stage stage, Duration took, SubmissionResult result) {
            synchronized (history) {
                if (result.buildThatUploaded() != null && stage == Stage.ARCHIVE) {
                    assertThat(history.held.get(project).content())
                            .as("held when %s skips", this)
                            .isEqualTo(content);
                    // The source is unchanged, so the project also has the source of this build.
                    history.held.computeIfPresent(project, (id, source) -> new Source(content, this, source.late()));
                    submitted = true;
                    done.add(Stage.UPLOAD);
                }
                if (stage.compareTo(Stage.UPLOAD) >= 0) {
                    assertHasTurn();
                }
                submitted |= stage == Stage.UPLOAD || stage == Stage.GIT_SETTINGS;
                done.add(stage);
                if (stage == Stage.GIT_SETTINGS) {
                    history.assertNoLaterBuild(this, "the Git settings");
                }
            }
        }

        @Override
        public void begun(Stage stage) {}

        @Override
        public void progressed(Stage stage, long bytes, long total) {}

        @Override
        public void warned(String sentence) {}

        @Override
        public void superseded(int build) {
            superseded = true;
            synchronized (history) {
                assertThat(history.laterBuild(this)).hasValue(build);
            }
        }
    }
}
