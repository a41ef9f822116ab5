package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/**
 * A file while it is read: never past the size it was found with. A failure to open or to read it is the end of it and a
 * {@link #trouble}, so that failures to write, which are another matter, cannot be mistaken for it. For one thread.
 */
final class SourceFile implements Closeable {
    private final long found;
    private SeekableByteChannel channel;
    private IOException failure;
    private long read;

    SourceFile(FoundFile file, FileOpener opener) {
        found = file.size();
        try {
            channel = opener.open(file.path());
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Reads until {@code most} bytes are there or the file ends; gives how many were read, 0 at the end. */
    int read(byte[] into, int offset, int most) {
        ByteBuffer space = ByteBuffer.wrap(into, offset, (int) Math.min(most, found - read));
        try {
            int got = failure == null ? 0 : -1;
            while (space.hasRemaining() && got >= 0) {
                got = channel.read(space);
            }
        } catch (IOException e) {
            failure = e;
        }
        int length = space.position() - offset;
        read += length;
        return length;
    }

    /** Bytes read so far. */
    long size() {
        return read;
    }

    /**
     * What went wrong so far, or null if nothing did: {@link Reason#CHANGED} at the end if the file has not the size any
     * more that it was found with, another reason if it could not be read.
     */
    Reason trouble() {
        try {
            if (failure == null) {
                return read == found && channel.size() == found ? null : Reason.CHANGED;
            }
        } catch (IOException e) {
            failure = e;
        }
        return FileTree.reason(failure);
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // All that was wanted from the file has been read.
            failure = e;
        }
    }
}
