package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;

/**
 * Reads a file, but no more bytes than the file had when the walk found it. If opening or reading fails, the content
 * ends, and {@link #problem} returns the reason. Copying a file into an archive therefore throws an {@link IOException}
 * only if the archive cannot be written. An interrupt ends the copying with an
 * {@link InterruptedException}.
 */
public final class SourceFile implements Closeable {
    private final Checksums checksums = new Checksums();
    private final long found;
    private InputStream in = InputStream.nullInputStream();
    private IOException failure;
    private long read;

    public SourceFile(SelectedFile file) {
        found = file.size();
        try {
            // An interrupt ends a read that hangs. It would not do that with Files.newInputStream.
            in = Channels.newInputStream(
                    Files.newByteChannel(file.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Fills the array, unless the content ends first. Returns 0, not -1, if nothing is left. */
    public int read(byte[] into) throws InterruptedException {
        int got = 0;
        try {
            got = failure == null ? in.readNBytes(into, 0, (int) Math.min(into.length, found - read)) : 0;
        } catch (IOException e) {
            ArchiveException.rethrowInterrupt(e);
            failure = e;
        }
        read += got;
        checksums.add(into, got);
        return got;
    }

    /** The checksums of the bytes that were read. */
    public Checksums checksums() {
        return checksums;
    }

    public long size() {
        return read;
    }

    /**
     * Returns null if the file was read completely. Otherwise returns {@link SkipReason#CHANGED} for a changed size, or
     * the reason why the file could not be read.
     */
    public SkipReason problem() throws InterruptedException {
        try {
            if (failure == null && (read < found || in.read() >= 0)) {
                return SkipReason.CHANGED;
            }
        } catch (IOException e) {
            ArchiveException.rethrowInterrupt(e);
            failure = e;
        }
        return failure == null ? null : SkipReason.of(failure);
    }

    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            // This failure does no harm, because the content has been read.
        }
    }
}
