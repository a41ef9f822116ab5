package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.Stage;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.submission.RandomHistory.Event;
import io.jenkins.plugins.sastscan.submission.RandomHistory.HeldSource;
import io.jenkins.plugins.sastscan.submission.RandomHistory.Point;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;

/** A build with one submission. The submission repeatedly waits for the next event of {@link RandomHistory}. */
final class RandomBuild implements Archiver, Uploader {
    private final RandomHistory history;
    final String job;
    final int number;
    final long project;
    final String content;
    final boolean pipeline;
    private final boolean skipUnchanged;
    private final boolean writesGit;
    private final boolean gitFails;
    private final Set<Stage> done = new HashSet<>();
    Thread thread;
    Point point;
    Event event;
    boolean aborted;
    boolean submitted;
    private boolean superseded;

    RandomBuild(RandomHistory history, String job, int number, long project, Random random) {
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
        AccessToken token = new AccessToken(history.simulator.accessToken());
        ProjectId id = new ProjectId(project);
        SubmissionPlan plan = new SubmissionPlan(
                id,
                Optional.of(SubmissionTests.EVERYTHING).filter(any -> !done.contains(Stage.UPLOAD)),
                Optional.of(SubmissionTests.GIT).filter(any -> writesGit && !done.contains(Stage.GIT_SETTINGS)),
                true,
                new GivenOptions(skipUnchanged, OnWarnings.CONTINUE));
        try (SastClient service =
                SastClient.connect(url, token, UploadEncoding.FORM, ConnectionSettings.DEFAULT, retry -> {})) {
            new Submission(
                            service,
                            this,
                            this,
                            history.turns,
                            this::laterBuild,
                            history.lastUploads,
                            Submitter.of(url, id, job, number),
                            new Recording())
                    .run(plan);
            assertThat(submitted || superseded)
                    .as("%s has done what it should", this)
                    .isTrue();
        } catch (InterruptedException | InvalidInputException | SubmissionException e) {
            // These exceptions are expected. The random history contains aborts and failures.
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
    public String digest(Source.Files source) throws IOException, InterruptedException {
        stand(Point.DIGEST);
        return content;
    }

    @Override
    public PreparedArchive archive(Source source) throws IOException, InterruptedException {
        stand(Point.ARCHIVE);
        ArchiveFacts facts = new ArchiveFacts(new ContentStatistics(), 1, 1, "00", content, new SkippedFiles());
        return new PreparedArchive("a.zip", new ArchiveReport(facts), true);
    }

    @Override
    public void discard(PreparedArchive archive, Duration limit) {}

    private OptionalInt laterBuild() {
        history.giveTurn(this);
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
    public void upload(ProjectId id, PreparedArchive archive) throws IOException, InterruptedException {
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
            history.assertHasTurn(this);
            boolean pending = history.late.remove(this) != null;
            if (event == Event.REFUSE) {
                throw pending
                        ? new ServiceException(403, "Refused.")
                        : new IOException("It was stored, but its response was lost.");
            }
            history.assertNoLaterBuild(this, "an upload");
            history.held.put(project, new HeldSource(content, this, false));
        }
    }

    private final class Recording extends SubmissionRecorder {
        Recording() {
            super(
                    new SubmissionLog(line -> {}),
                    new SubmissionReport("1", "", "", false, List.of()),
                    text -> text,
                    any -> {});
        }

        @Override
        public void waitFor(String holder) {
            super.waitFor(holder);
            synchronized (history) {
                Deque<RandomBuild> arrived = history.arrivals.computeIfAbsent(project, any -> new ArrayDeque<>());
                if (!arrived.contains(RandomBuild.this) && !holder.isEmpty()) {
                    arrived.add(RandomBuild.this);
                }
                point = aborted || holder.isEmpty() ? null : Point.WAITING;
                history.notifyAll();
            }
        }

        @Override
        public void end(Stage stage, Duration took) {
            super.end(stage, took);
            synchronized (history) {
                if (report().isUnchanged() && stage == Stage.ARCHIVE) {
                    assertThat(history.held.get(project).content())
                            .as("held when %s skips", RandomBuild.this)
                            .isEqualTo(content);
                    // An unchanged source counts as uploaded by this build.
                    history.held.computeIfPresent(
                            project, (id, source) -> new HeldSource(content, RandomBuild.this, source.late()));
                    submitted = true;
                    done.add(Stage.UPLOAD);
                }
                if (stage.compareTo(Stage.UPLOAD) >= 0) {
                    history.assertHasTurn(RandomBuild.this);
                }
                submitted |= stage == Stage.UPLOAD || stage == Stage.GIT_SETTINGS;
                done.add(stage);
                if (stage == Stage.GIT_SETTINGS) {
                    history.assertNoLaterBuild(RandomBuild.this, "the Git settings");
                }
            }
        }

        @Override
        public void supersede(int build) {
            super.supersede(build);
            superseded = true;
            synchronized (history) {
                assertThat(history.laterBuild(RandomBuild.this)).hasValue(build);
            }
        }
    }
}
