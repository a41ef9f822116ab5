package io.jenkins.plugins.sastscan.jenkins;

import hudson.FilePath;
import hudson.remoting.VirtualChannel;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import jenkins.MasterToSlaveFileCallable;

/** A file that takes minutes to compress, and no room on the disk. */
public final class EndlessFile extends MasterToSlaveFileCallable<Void> {
    private static final long serialVersionUID = 1;

    private final long size;

    private EndlessFile(long size) {
        this.size = size;
    }

    /** Makes the file "endless" in a directory, which need not exist. */
    public static void make(FilePath directory) throws IOException, InterruptedException {
        directory.act(new EndlessFile(1L << 40));
    }

    /** Cuts it to nothing. */
    public static void cut(FilePath directory) throws IOException, InterruptedException {
        directory.act(new EndlessFile(0));
    }

    @Override
    public Void invoke(File directory, VirtualChannel channel) throws IOException {
        directory.mkdirs();
        try (RandomAccessFile file = new RandomAccessFile(new File(directory, "endless"), "rw")) {
            file.setLength(size);
        }
        return null;
    }
}
