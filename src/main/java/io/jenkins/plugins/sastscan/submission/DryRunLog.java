package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.text.Figures;

/** Writes the files of a dry run to a log: one line per file, the total, and the skipped files. */
public final class DryRunLog {
    private final SubmissionLog log;
    private long files;
    private long bytes;
    private long namesInvalidOnWindows;

    public DryRunLog(SubmissionLog log) {
        this.log = log;
    }

    public void add(SelectedFile file) {
        files++;
        bytes += file.size();
        if (!file.validOnWindows()) {
            namesInvalidOnWindows++;
        }
        log.line(String.format(
                "%15s  %s%s",
                Figures.count(file.size()),
                file.name(),
                file.validOnWindows() ? "" : "  (name not allowed on Windows)"));
    }

    /** Writes the total and the skipped files. */
    public void end(SkippedFiles skippedFiles) {
        log.line("Would upload " + Figures.count(files, "file") + ", " + Figures.bytes(bytes) + ".");
        for (SkippedFiles.Group group : skippedFiles.groups()) {
            for (int i = 0; i < group.names().size(); i++) {
                String decidedBy = group.decidedBy().get(i);
                log.line("  skipped (" + group.reason().words(1) + "): "
                        + group.names().get(i) + (decidedBy.isEmpty() ? "" : "  (" + decidedBy + ")"));
            }
        }
        String summary = skippedFiles.summary();
        log.line(summary.isEmpty() ? "No files are skipped." : "Skipped: " + summary);
        log.namesInvalidOnWindows(namesInvalidOnWindows);
        log.unmatchedPatterns(skippedFiles);
    }

    public long files() {
        return files;
    }

    public long bytes() {
        return bytes;
    }
}
