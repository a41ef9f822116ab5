package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.PrivateFiles;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file lock that work on a submission holds on an agent. Work from before a restart of Jenkins may still be ending when
 * the submission continues; the lock keeps both apart.
 */
public final class WorkLock implements AutoCloseable {
    private static final long PAUSE_MILLISECONDS = 100;

    private final Path file;
    private final FileChannel channel;

    private WorkLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock, and waits while other work holds it.
     *
     * @param file the lock file; its directory is created if it does not exist
     * @param waiting called once before waiting
     */
    public static WorkLock take(Path file, Runnable waiting) throws InterruptedException {
        boolean first = true;
        try {
            PrivateFiles.createFolder(file.getParent());
            for (WorkLock lock = tryTake(file); ; lock = tryTake(file)) {
                if (lock != null) {
                    return lock;
                }
                if (first) {
                    waiting.run();
                    first = false;
                }
                Thread.sleep(PAUSE_MILLISECONDS);
            }
        } catch (ClosedByInterruptException e) {
            // The channel sets the interrupt flag; the exception replaces it.
            Thread.interrupted();
            throw new InterruptedException("Interrupted while waiting for a lock.");
        } catch (IOException e) {
            // Some file systems have no locks. Work also ends when its channel is closed, so go on without.
            return new WorkLock(file, null);
        }
    }

    /** Opens the file for each attempt, because the work that holds the lock deletes it at its end. */
    private static WorkLock tryTake(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean taken = false;
        try {
            taken = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            // Another thread of this process has it.
        } finally {
            if (!taken) {
                channel.close();
            }
        }
        return taken ? new WorkLock(file, channel) : null;
    }

    /** Deletes the file and releases the lock. A file that stays is no lock, and the next submission deletes it. */
    @Override
    public void close() {
        if (channel != null) {
            try (channel) {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // The work is done, so this must not fail it.
            }
        }
    }
}
