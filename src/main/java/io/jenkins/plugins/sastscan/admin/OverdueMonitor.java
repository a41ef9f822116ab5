package io.jenkins.plugins.sastscan.admin;

import hudson.Extension;
import hudson.model.AdministrativeMonitor;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/** Warns administrators about projects without a recent submission, if they have set an age for this. */
@Extension
public final class OverdueMonitor extends AdministrativeMonitor {
    /** Jenkins asks on every page for administrators, and each answer reads the records of all projects. */
    private static final Duration LIFETIME = Duration.ofMinutes(5);

    private record Answer(int days, long nanoTime, List<ProjectRow> rows) {}

    private volatile Answer answer = new Answer(0, 0, List.of());

    @Override
    public String getDisplayName() {
        return Messages.OverdueMonitor_displayName();
    }

    @Override
    public boolean isActivated() {
        return !getProjects().isEmpty();
    }

    /** Returns the overdue projects, oldest submission first. */
    public List<ProjectRow> getProjects() {
        int days = SastConfiguration.get().getOverdueAfterDays();
        if (days == 0) {
            return List.of();
        }
        if (answer.days != days || System.nanoTime() - answer.nanoTime > LIFETIME.toNanos()) {
            List<ProjectRow> overdue = SubmissionsOverview.rows().stream()
                    .filter(row -> row.overdue)
                    .sorted(Comparator.comparing(row -> row.time))
                    .toList();
            answer = new Answer(days, System.nanoTime(), overdue);
        }
        return answer.rows;
    }

    /** Call this method after a record was deleted. */
    void refresh() {
        answer = new Answer(0, 0, List.of());
    }
}
