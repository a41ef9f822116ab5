package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.text.Figures;

/** Writes the list of a dry run into a log: a line a file, then the sum, then what is left out and why. */
public final class Listing {
    private final SubmissionLog log;
    private long files;
    private long bytes;
    private long namesInvalidOnWindows;

    public Listing(SubmissionLog log) {
        this.log = log;
    }

    /** One more file. */
    public void add(SelectedFile file) {
        files++;
        bytes += file.size();
        if (!file.validOnWindows()) {
            namesInvalidOnWindows++;
        }
        log.say(String.format(
                "%15s  %s%s",
                Figures.count(file.size()),
                file.name(),
                file.validOnWindows() ? "" : "  (name not allowed on Windows)"));
    }

    /** No more files. */
    public void end(SkippedFiles skippedFiles) {
        log.say("Would send " + Figures.count(files, "file") + ", " + Figures.bytes(bytes) + ".");
        for (SkippedFiles.Reason reason : SkippedFiles.Reason.values()) {
            for (String name : skippedFiles.names(reason)) {
                log.say("  not sent (" + reason.words(1) + "): " + name);
            }
        }
        String summary = SkippedFilesText.summary(skippedFiles);
        log.say(summary.isEmpty() ? "Nothing is left out." : "Left out: " + summary);
        log.namesInvalidOnWindows(namesInvalidOnWindows);
    }

    public long files() {
        return files;
    }

    public long bytes() {
        return bytes;
    }
}
