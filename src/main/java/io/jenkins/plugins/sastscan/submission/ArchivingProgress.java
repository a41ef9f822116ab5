package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveProgress;

/** Tells the listener of a submission how far its archive has come, and of how much as soon as that is known. */
public final class ArchivingProgress implements ArchiveProgress {
    private final SubmissionListener listener;
    private volatile long total;

    public ArchivingProgress(SubmissionListener listener) {
        this.listener = listener;
    }

    @Override
    public void counted(long bytes) {
        total = bytes;
    }

    @Override
    public void progressed(long files, long bytes) {
        // Files may have grown since they were counted.
        listener.progressed(Stage.ARCHIVE, bytes, total == 0 ? 0 : Math.max(total, bytes));
    }
}
