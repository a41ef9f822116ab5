package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file lock that is held during work on an agent. After a restart of Jenkins, the work of the continued step waits
 * until earlier work has released the lock.
 */
public record WorkLock(Path file, FileChannel channel) implements AutoCloseable {
    /** Takes the lock as soon as no other work holds it. */
    static WorkLock take(Path folder, Path file) throws InterruptedException {
        try {
            PrivateFiles.createFolder(folder);
            FileChannel channel = PrivateFiles.open(file);
            while (!tryLock(channel)) {
                Thread.sleep(100);
                // The holder of the lock deletes the file when it releases the lock.
                channel = PrivateFiles.open(file);
            }
            return new WorkLock(file, channel);
        } catch (IOException e) {
            // Some file systems have no locks. Then this work does not wait for the end of earlier work.
            return new WorkLock(file, null);
        }
    }

    /** Returns whether it could lock the file; if not, closes the channel. */
    static boolean tryLock(FileChannel channel) throws IOException {
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Other work in this process holds the lock.
        } finally {
            if (!locked) {
                channel.close();
            }
        }
        return locked;
    }

    @Override
    public void close() {
        if (channel != null) {
            try (channel) {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // The next submission deletes the file, which is no longer locked.
            }
        }
    }
}
