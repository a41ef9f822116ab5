package io.jenkins.plugins.sastscan.build;

import hudson.AbortException;
import hudson.Util;
import io.jenkins.plugins.sastscan.build.git.GitDefaults.Checkout;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import io.jenkins.plugins.sastscan.report.OnWarnings;
import io.jenkins.plugins.sastscan.report.SubmissionLog;
import io.jenkins.plugins.sastscan.report.SubmissionRecorder;
import io.jenkins.plugins.sastscan.report.SubmissionReport;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import jenkins.model.Jenkins;

/** Runs what a step requests, and reports how it ended. */
public final class ReportedRun {
    private ReportedRun() {}

    /**
     * Returns the plain values that {@code docs/pipeline.md} lists. Each failure has a one-line message.
     *
     * @param id identifies the step after a restart of Jenkins; null for builds that do not survive a restart
     */
    public static Map<String, Object> run(BuildContext build, ScanRequest request, String id)
            throws IOException, InterruptedException {
        Jenkins jenkins = Jenkins.get();
        SubmissionLog log = new SubmissionLog(build::log);
        SubmissionReport report = newReport(build, request, id);
        SubmissionRecorder recorder = new SubmissionRecorder(log, report, build::masked, () -> save(build, log));
        try {
            // From now on, a build that is cut off shows that it was submitting.
            save(build, log);
            new SubmissionRun(SubmissionPlan.of(build, request), log, recorder).run();
            recorder.succeed();
            ArchiveReport archive = report.getArchive();
            if (request.onWarnings() == OnWarnings.UNSTABLE
                    && !request.dryRun()
                    && archive != null
                    && !archive.getWarnings().isEmpty()) {
                build.markUnstable("SAST: Unstable, because there are warnings about the archive.");
            }
            return report.toMap();
        } catch (Throwable e) {
            boolean isIo = e instanceof IOException && !(e instanceof AbortException);
            String sentence = Failures.sentence(e);
            if (isIo) {
                sentence = (sentence + (sentence.endsWith(".") ? " " : ". ") + recorder.effect()).strip();
            }
            // While Jenkins stops, the report stays open. Pipelines run the step again after the restart; the report of
            // any other build then shows that it was aborted.
            if (!isJenkinsStopping(jenkins)) {
                if (e instanceof InterruptedException) {
                    recorder.abort();
                } else {
                    recorder.fail(sentence);
                }
            } else if (id == null) {
                log.line("Jenkins is stopping. Builds of this type do not survive a restart. Run the build again.");
            }
            if (isIo || e instanceof InvalidInputException) {
                throw Failures.abort((Exception) e, sentence, build.branch());
            }
            throw e;
        }
    }

    private static SubmissionReport newReport(BuildContext build, ScanRequest request, String id) {
        SubmissionReport report = new SubmissionReport(
                id == null ? UUID.randomUUID().toString() : id,
                build.masked(build.stage()),
                build.masked(Util.fixNull(request.server())),
                request.dryRun(),
                BuildCheckouts.of(build.run()).stream()
                        .map(Checkout::summary)
                        .distinct()
                        .map(build::masked)
                        .toList());
        SubmissionsAction.add(build.run(), report);
        return report;
    }

    private static void save(BuildContext build, SubmissionLog log) {
        try {
            build.run().save();
        } catch (IOException e) {
            log.warned("The report of the submission could not be saved (" + IoReason.of(e)
                    + "). Check the free disk space on the controller.");
        }
    }

    /** While Jenkins is stopping, steps treat each failure as a result of the shutdown. */
    public static boolean isJenkinsStopping(Jenkins jenkins) {
        if (jenkins.isTerminating()) {
            return true;
        }
        // When the Java process shuts down, WebSocket agents lose their connections first. Jenkins terminates later.
        Thread hook = new Thread();
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            Runtime.getRuntime().removeShutdownHook(hook);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }
}
