package io.jenkins.plugins.sastscan.admin;

import hudson.Util;
import hudson.model.Job;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.build.Projects;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.report.State;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** A project and its last submission, as the current user may see them. */
@ExportedBean(defaultVisibility = 2)
public final class ProjectRow {
    /** The names of the SAST servers with this URL; the URL if there is none any more. */
    @Exported
    public final String server;

    @Exported
    public final String url;

    @Exported
    public final long projectId;

    /** Empty if no SAST server with this URL has an address for project pages. */
    @Exported
    public final String projectPage;

    /** The full name of the job that submitted; empty if the user may not read the job, or if it no longer exists. */
    @Exported
    public final String job;

    /** The number of the build that submitted; null like the job. */
    @Exported
    public final Integer build;

    @Exported
    public final ProjectRecord.State state;

    /** When the last submission began to change the project, in milliseconds since 1970. */
    @Exported
    public final long time;

    /** What the last submission changed. */
    @Exported
    public final List<String> changed;

    /** The files of the last upload; 0 if no upload is known. */
    @Exported
    public final long files;

    @Exported
    public final long rawBytes;

    @Exported
    public final long archiveBytes;

    /** Whether the last submission is older than administrators allow. */
    @Exported
    public final boolean overdue;

    public final String jobUrl;

    private final Submitter by;
    private final long age;

    /**
     * @param record has a last submission
     * @param servers the SAST servers with the URL of the record
     */
    ProjectRow(ProjectRecord record, List<SastServer> servers, int overdueAfterDays) {
        url = record.server();
        server = servers.isEmpty()
                ? url
                : servers.stream().map(SastServer::getName).collect(Collectors.joining(", "));
        projectId = record.project();
        projectPage = servers.stream()
                .map(each -> each.projectPage(new ProjectId(projectId)))
                .filter(page -> !page.isEmpty())
                .findFirst()
                .orElse("");
        by = record.last().by();
        Optional<Job<?, ?>> found = Projects.job(by);
        job = found.map(Job::getFullName).orElse("");
        jobUrl = found.map(Job::getUrl).orElse("");
        build = found.isEmpty() ? null : by.build();
        state = record.last().state();
        time = record.last().begun();
        changed = record.last().changed().stream().map(Enum::name).sorted().toList();
        Optional<ProjectRecord.Content> content = Optional.ofNullable(record.content());
        files = content.map(ProjectRecord.Content::files).orElse(0L);
        rawBytes = content.map(ProjectRecord.Content::rawBytes).orElse(0L);
        archiveBytes = content.map(ProjectRecord.Content::archiveBytes).orElse(0L);
        age = Math.max(0, System.currentTimeMillis() - time);
        overdue =
                overdueAfterDays > 0 && age > Duration.ofDays(overdueAfterDays).toMillis();
    }

    boolean matches(String text) {
        return Stream.of(server, Long.toString(projectId), job, state.name())
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT)));
    }

    /** Empty if the build no longer exists. */
    public String getBuildUrl() {
        return Projects.build(by).map(Run::getUrl).orElse("");
    }

    public String getStateText() {
        return state == ProjectRecord.State.RUNNING
                ? Messages.ProjectRow_running()
                : state.name().toLowerCase(Locale.ROOT);
    }

    /** The symbol that the submission page shows for this state. */
    public String getStateIcon() {
        return (state == ProjectRecord.State.SUBMITTED ? State.DONE : State.valueOf(state.name())).getIcon();
    }

    public Date getDate() {
        return new Date(time);
    }

    public String getAge() {
        return Util.getTimeSpanString(age);
    }
}
