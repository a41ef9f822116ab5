package io.jenkins.plugins.sastscan.admin;

import hudson.Util;
import hudson.model.Job;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.build.Projects;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.config.ProjectPage;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.text.Figures;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;

/** A project and its last submission, as the current user may see them. */
@ExportedBean(defaultVisibility = 2)
@Restricted(NoExternalUse.class)
public final class ProjectRow {
    private final ProjectRecord record;
    private final ProjectRecord.Last last;
    private final List<SastServer> servers;
    private final Optional<Job<?, ?>> job;
    private final int overdueAfterDays;
    private final long now = System.currentTimeMillis();

    /**
     * @param record has a last submission
     * @param servers the SAST servers with the URL of the record
     */
    ProjectRow(ProjectRecord record, List<SastServer> servers, int overdueAfterDays) {
        this.record = record;
        this.last = record.last();
        this.servers = servers;
        this.job = Projects.job(last.by());
        this.overdueAfterDays = overdueAfterDays;
    }

    boolean matches(String text) {
        return Stream.of(getServer(), Long.toString(getProjectId()), getJob(), getState())
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT)));
    }

    /** The names of the SAST servers with this URL; the URL if there is none any more. */
    @Exported
    public String getServer() {
        return servers.isEmpty()
                ? record.server()
                : servers.stream().map(SastServer::getName).collect(Collectors.joining(", "));
    }

    @Exported
    public String getUrl() {
        return record.server();
    }

    @Exported
    public long getProjectId() {
        return record.project();
    }

    /** Empty if no SAST server with this URL has an address for project pages. */
    @Exported
    public String getProjectPage() {
        return servers.stream()
                .map(server -> ProjectPage.of(server.getProjectPage(), new ProjectId(record.project())))
                .filter(page -> !page.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** The full name of the job that submitted; empty if the user may not read the job, or if it no longer exists. */
    @Exported
    public String getJob() {
        return job.map(Job::getFullName).orElse("");
    }

    public String getJobUrl() {
        return job.map(Job::getUrl).orElse("");
    }

    /** The number of the build that submitted; null like the job. */
    @Exported
    public Integer getBuild() {
        return job.isEmpty() ? null : last.by().build();
    }

    /** Empty if the build no longer exists. */
    public String getBuildUrl() {
        return Projects.build(last.by()).map(Run::getUrl).orElse("");
    }

    /** {@code RUNNING}, which can also mean that it was cut off, {@code SUBMITTED} or {@code FAILED}. */
    @Exported
    public String getState() {
        return last.state().name();
    }

    public String getStateText() {
        return switch (last.state()) {
            case RUNNING -> Messages.ProjectRow_running();
            case SUBMITTED -> Messages.ProjectRow_submitted();
            case FAILED -> Messages.ProjectRow_failed();
        };
    }

    public String getStateIcon() {
        return switch (last.state()) {
            case RUNNING -> "symbol-status-nobuilt-anime";
            case SUBMITTED -> "symbol-status-blue";
            case FAILED -> "symbol-status-red";
        };
    }

    /** When the last submission began to change the project, in milliseconds since 1970. */
    @Exported
    public long getTime() {
        return last.begun();
    }

    public Date getDate() {
        return new Date(last.begun());
    }

    public String getAge() {
        return Util.getTimeSpanString(Math.max(0, now - last.begun()));
    }

    /** What the last submission changed. */
    @Exported
    public List<String> getChanged() {
        return last.changed().stream().map(Enum::name).sorted().toList();
    }

    /** The files of the last upload; 0 if no upload is known. */
    @Exported
    public long getFiles() {
        return record.content() == null ? 0 : record.content().files();
    }

    @Exported
    public long getRawBytes() {
        return record.content() == null ? 0 : record.content().rawBytes();
    }

    @Exported
    public long getArchiveBytes() {
        return record.content() == null ? 0 : record.content().archiveBytes();
    }

    public String getFileCount() {
        return record.content() == null ? "" : Figures.count(getFiles());
    }

    public String getRawSize() {
        return record.content() == null ? "" : Figures.bytes(getRawBytes());
    }

    public String getForgetUrl() {
        return "forget?projectId=" + getProjectId() + "&server=" + Util.rawEncode(getUrl());
    }

    /** Whether the last submission is older than administrators allow. */
    @Exported
    public boolean isOverdue() {
        return overdueAfterDays > 0
                && now - last.begun() > Duration.ofDays(overdueAfterDays).toMillis();
    }
}
