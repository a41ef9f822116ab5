package io.jenkins.plugins.sastscan.report;

import hudson.model.Api;
import hudson.model.BuildBadgeAction;
import hudson.model.Item;
import hudson.model.Run;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import jenkins.management.Badge;
import jenkins.model.RunAction2;
import jenkins.model.Tab;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * The submissions of a build. The classic build page has a summary of the submissions. The redesigned build page has a
 * tab for the submissions.
 */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public final class SubmissionsAction extends Tab implements RunAction2, BuildBadgeAction {
    /** If a build has more than this number of submissions, the oldest reports of ended submissions are dropped. */
    static final int MAX_SUBMISSIONS = 100;

    /** Do not modify this list, because other threads read and save it. Assign a new list instead. */
    private volatile ArrayList<SubmissionReport> submissions = new ArrayList<>();

    /** The number of submissions so far, including those whose reports were removed. */
    private int count;

    private SubmissionsAction(Run<?, ?> run) {
        super(run);
    }

    public static void add(Run<?, ?> run, SubmissionReport report) {
        synchronized (run) {
            SubmissionsAction action = run.getAction(SubmissionsAction.class);
            if (action == null) {
                action = new SubmissionsAction(run);
                run.addAction(action);
            }
            action.add(report);
        }
    }

    private void add(SubmissionReport report) {
        report.number = ++count;
        ArrayList<SubmissionReport> more = new ArrayList<>(submissions);
        more.add(report);
        if (more.size() > MAX_SUBMISSIONS) {
            more.stream().filter(each -> !each.getState().isOpen()).findFirst().ifPresent(more::remove);
        }
        submissions = more;
    }

    /** Finds the report of a step that runs again after a restart of Jenkins. */
    public static Optional<SubmissionReport> find(Run<?, ?> run, String id) {
        return stream(run).filter(each -> each.id().equals(id)).findFirst();
    }

    private static Stream<SubmissionReport> stream(Run<?, ?> run) {
        return run.getActions(SubmissionsAction.class).stream().flatMap(action -> action.submissions.stream());
    }

    /**
     * Returns copies of the reports for pages and the REST API. If the user cannot read the workspace, the copies have
     * no URLs of SAST servers. In this case, file names, folder names and patterns can appear only in the reasons of
     * failures.
     */
    @Exported(inline = true)
    public List<SubmissionReport> getSubmissions() {
        Run<?, ?> run = (Run<?, ?>) object;
        boolean building = run.isBuilding();
        boolean names = run.getParent().hasPermission(Item.WORKSPACE);
        return submissions.stream().map(each -> each.shown(names, building)).toList();
    }

    /** Returns what {@link #getSubmissions} returns, but failed submissions come first. */
    public List<SubmissionReport> getFailedFirst() {
        return getSubmissions().stream()
                .sorted(Comparator.comparing(each -> each.getState() != State.FAILED))
                .toList();
    }

    /** The number of the build that superseded a submission of this build; null if no submission was superseded. */
    public Integer getSupersededBy() {
        return submissions.stream()
                .map(each -> each.supersededBy)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Shows the first of these numbers that is not zero: failed submissions, superseded submissions, warnings. */
    @Override
    public Badge getBadge() {
        List<SubmissionReport> shown = getSubmissions();
        long failed =
                shown.stream().filter(each -> each.getState() == State.FAILED).count();
        if (failed > 0) {
            return new Badge("" + failed, Messages.SubmissionsAction_failed(failed), Badge.Severity.DANGER);
        }
        long superseded = shown.stream().filter(SubmissionReport::isSuperseded).count();
        if (superseded > 0) {
            return new Badge(
                    "" + superseded, Messages.SubmissionsAction_superseded(superseded), Badge.Severity.WARNING);
        }
        int warnings = shown.stream()
                .mapToInt(each -> each.getArchive() == null
                        ? 0
                        : each.getArchive().getWarnings().size())
                .sum();
        return warnings > 0
                ? new Badge("" + warnings, Messages.SubmissionReport_warnings(warnings), Badge.Severity.WARNING)
                : null;
    }

    public Api getApi() {
        return new Api(this);
    }

    @Override
    public void onAttached(Run<?, ?> owner) {
        object = owner;
    }

    @Override
    public void onLoad(Run<?, ?> owner) {
        object = owner;
        // XStream calls no constructor.
        submissions = submissions == null ? new ArrayList<>() : submissions;
    }

    /** Saves a build, even if an abort interrupts this thread. */
    public static void save(Run<?, ?> run) throws IOException {
        boolean aborted = Thread.interrupted();
        try {
            run.save();
        } catch (IOException e) {
            // An interrupt can close the file after this method has cleared the interrupt flag.
            if (!Thread.interrupted()
                    && Stream.iterate((Throwable) e, Objects::nonNull, Throwable::getCause)
                            .noneMatch(ClosedByInterruptException.class::isInstance)) {
                throw e;
            }
            aborted = true;
            save(run);
        } finally {
            if (aborted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public String getIconFileName() {
        return "symbol-paper-plane-outline";
    }

    @Override
    public String getDisplayName() {
        if (submissions.size() != 1) {
            return Messages.SubmissionsAction_submissions(submissions.size());
        }
        String project = Objects.toString(submissions.get(0).getProjectId(), "");
        return project.isEmpty()
                ? Messages.SubmissionsAction_submission()
                : Messages.SubmissionsAction_project(project);
    }

    @Override
    public String getUrlName() {
        return "sast-scan";
    }
}
