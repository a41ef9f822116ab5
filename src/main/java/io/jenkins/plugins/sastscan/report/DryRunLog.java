package io.jenkins.plugins.sastscan.report;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.LikelySecret;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.text.Figures;

/**
 * Lists the files of a dry run in a log: one line per file, then the total, the skipped files and the warnings. If no
 * file is selected, the total and the summary of the skipped files are omitted: the dry run then fails, and its message
 * has that summary.
 */
public final class DryRunLog {
    private final SubmissionLog log;
    private final ContentStatistics contents = new ContentStatistics();
    private SkippedFiles skippedFiles = new SkippedFiles();

    public DryRunLog(SubmissionLog log) {
        this.log = log;
    }

    public void add(SelectedFile file) {
        contents.count(file.name(), file.size());
        log.line(String.format(
                "%15s  %s%s%s",
                Figures.count(file.size()),
                file.name(),
                EntryName.validOnWindows(file.name()) ? "" : "  (name not allowed on Windows)",
                LikelySecret.matches(file.name()) ? "  (likely secret)" : ""));
    }

    public void end(SkippedFiles skipped) {
        skippedFiles = skipped;
        if (contents.files() > 0) {
            log.line("Would upload " + Figures.count(contents.files(), "file") + ", " + Figures.bytes(contents.bytes())
                    + ".");
        }
        for (SkippedFiles.Group group : skipped.groups()) {
            String what = group.reason().archived() ? "  at risk (" : "  skipped (";
            for (int i = 0; i < group.names().size(); i++) {
                String decidedBy = group.decidedBy().get(i);
                log.line(what + group.reason().words(1) + "): " + group.names().get(i)
                        + (decidedBy.isEmpty() ? "" : "  (" + decidedBy + ")"));
            }
        }
        if (contents.files() > 0) {
            String summary = skipped.summary();
            log.line(summary.isEmpty() ? "No files are skipped." : "Skipped: " + summary);
        }
        report().getWarnings().forEach(log::warned);
    }

    public ArchiveReport report() {
        return new ArchiveReport(new ArchiveFacts(contents, 0, 0, "", "", skippedFiles));
    }
}
