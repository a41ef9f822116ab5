package io.jenkins.plugins.sastscan.report;

import hudson.model.Api;
import hudson.model.BuildBadgeAction;
import hudson.model.Item;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.text.Figures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import jenkins.management.Badge;
import jenkins.model.RunAction2;
import jenkins.model.Tab;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/**
 * The submissions of a build. The classic build page has a summary of the submissions. The redesigned build page has a
 * tab for the submissions.
 */
@ExportedBean(defaultVisibility = 2)
public final class SubmissionsAction extends Tab implements RunAction2, BuildBadgeAction {
    public static final Class<Figures> FIGURES = Figures.class;

    /** Do not modify this list, because other threads read and save it. Assign a new list instead. */
    private volatile ArrayList<SubmissionReport> submissions = new ArrayList<>();

    private SubmissionsAction(Run<?, ?> run) {
        super(run);
    }

    /** Adds a report. A submission that runs again after a restart of Jenkins replaces its report. */
    public static void add(Run<?, ?> run, SubmissionReport report) {
        synchronized (run) {
            SubmissionsAction action = run.getAction(SubmissionsAction.class);
            if (action == null) {
                action = new SubmissionsAction(run);
                run.addAction(action);
            }
            ArrayList<SubmissionReport> more = new ArrayList<>(action.submissions);
            more.replaceAll(each -> each.id.equals(report.id) ? report : each);
            if (!more.contains(report)) {
                more.add(report);
            }
            report.number = more.indexOf(report) + 1;
            action.submissions = more;
        }
    }

    /** Finds the report of a step, also of one that runs again after a restart of Jenkins. */
    public static Optional<SubmissionReport> find(Run<?, ?> run, String id) {
        return run.getActions(SubmissionsAction.class).stream()
                .flatMap(action -> action.submissions.stream())
                .filter(each -> each.id.equals(id))
                .findFirst();
    }

    /** Returns the reports for pages and the REST API, without names if the user may not read the workspace. */
    @Exported(inline = true)
    public List<SubmissionReport> getSubmissions() {
        Run<?, ?> run = (Run<?, ?>) object;
        if (!run.isBuilding()) {
            submissions.forEach(SubmissionReport::endIfWaiting);
        }
        return run.getParent().hasPermission(Item.WORKSPACE)
                ? submissions
                : submissions.stream().map(SubmissionReport::withoutNames).toList();
    }

    /** Returns what {@link #getSubmissions} returns, but failed submissions come first. */
    public List<SubmissionReport> getFailedFirst() {
        return getSubmissions().stream()
                .sorted(Comparator.comparing(each -> each.state != State.FAILED))
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
        long failed = shown.stream().filter(each -> each.state == State.FAILED).count();
        long superseded = shown.stream().filter(SubmissionReport::isSuperseded).count();
        int warnings = shown.stream()
                .map(each -> each.archive)
                .filter(Objects::nonNull)
                .mapToInt(archive -> archive.getWarnings().size())
                .sum();
        if (failed > 0) {
            return new Badge("" + failed, Messages.SubmissionsAction_failed(failed), Badge.Severity.DANGER);
        }
        if (superseded > 0) {
            String text = Messages.SubmissionsAction_superseded(superseded);
            return new Badge("" + superseded, text, Badge.Severity.WARNING);
        }
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

    @Override
    public String getIconFileName() {
        return "symbol-paper-plane-outline";
    }

    @Override
    public String getDisplayName() {
        if (submissions.size() != 1) {
            return Messages.SubmissionsAction_submissions(submissions.size());
        }
        String project = Objects.toString(submissions.get(0).projectId, "");
        return project.isEmpty()
                ? Messages.SubmissionsAction_submission()
                : Messages.SubmissionsAction_project(project);
    }

    @Override
    public String getUrlName() {
        return "sast-scan";
    }
}
