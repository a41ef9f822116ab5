package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads a file, but no more bytes than the file had when the walk found it. Never throws: if opening or reading fails,
 * the content ends, and {@link #problem} returns the reason. Copying a file into an archive therefore throws an
 * {@link IOException} only if the archive cannot be written.
 */
public final class SourceFile implements Closeable {
    public interface Opener {
        SeekableByteChannel open(Path file) throws IOException;
    }

    private final long found;
    private SeekableByteChannel channel;
    private IOException failure;
    private long read;

    public SourceFile(SelectedFile file, Opener opener) {
        found = file.size();
        try {
            channel = opener.open(file.path());
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Opens a file, but not a link. */
    public static SeekableByteChannel openNoLink(Path file) throws IOException {
        return Files.newByteChannel(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    /** Fills the array, unless the content ends first. Returns 0, not -1, if nothing is left. */
    public int read(byte[] into) {
        ByteBuffer space = ByteBuffer.wrap(into, 0, (int) Math.min(into.length, found - read));
        try {
            int got = failure == null ? 0 : -1;
            while (space.hasRemaining() && got >= 0) {
                got = channel.read(space);
            }
        } catch (IOException e) {
            failure = e;
        }
        read += space.position();
        return space.position();
    }

    public long size() {
        return read;
    }

    /**
     * Returns null if the file was read completely. Otherwise returns {@link SkipReason#CHANGED} for a changed size, or
     * the reason why the file could not be read.
     */
    public SkipReason problem() {
        try {
            if (failure == null && (read != found || channel.size() != found)) {
                return SkipReason.CHANGED;
            }
        } catch (IOException e) {
            failure = e;
        }
        return failure == null ? null : SkipReason.of(failure);
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // This failure does no harm, because the content has been read.
        }
    }
}
