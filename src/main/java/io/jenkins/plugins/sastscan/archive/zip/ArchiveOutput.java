package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Checksums;
import io.jenkins.plugins.sastscan.archive.Manifest;
import io.jenkins.plugins.sastscan.archive.PrivateFiles;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;

/**
 * Writes a new archive file, computes its SHA-256, and checks its size against the limit. {@link #close} deletes the
 * file and its manifest, unless {@link #keep} was called.
 */
public final class ArchiveOutput implements Closeable {
    private static final int BUFFER = 1 << 18;
    private static final long NOT_HELD = Long.MAX_VALUE;

    private final Path path;
    private final FileChannel channel;
    private final SizeLimit limit;
    private final MessageDigest digest = Checksums.newSha256();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private final ByteBuffer hashBuffer = ByteBuffer.allocate(BUFFER);
    private long hashed;
    /** Position of the buffer's first byte in the file. */
    private long flushed;

    private long measured;
    private long held = NOT_HELD;
    private long measuredBeforeHeld;
    private Path manifest;
    private boolean kept;

    public ArchiveOutput(Path path, SizeLimit limit) throws IOException {
        this.path = path;
        this.limit = limit;
        channel = PrivateFiles.create(path);
    }

    public Manifest.Writer openManifest() throws IOException {
        Path next = path.getFileSystem().getPath(Manifest.path(path.toString()));
        OutputStream out = Channels.newOutputStream(PrivateFiles.create(next));
        manifest = next;
        return new Manifest.Writer(out, Manifest.MAX_BYTES);
    }

    FileChannel openSpool() throws IOException {
        return PrivateFiles.create(
                path.resolveSibling(path.getFileName() + ".directory"), StandardOpenOption.DELETE_ON_CLOSE);
    }

    public long position() {
        return flushed + buffer.position();
    }

    /** Size of the request body so far, in bytes. */
    public long measured() {
        return measured;
    }

    /** Counts the bytes and checks the limit. {@link #writeMeasured} does neither. */
    void measure(byte[] bytes, int length) throws ArchiveException {
        measured += limit.meter().measure(bytes, 0, length);
        limit.check(measured, "The archive", "Exclude files that the scan does not need");
    }

    void write(byte[] bytes, int length) throws IOException {
        measure(bytes, length);
        writeMeasured(bytes, length);
    }

    void writeMeasured(byte[] bytes, int length) throws IOException {
        int done = 0;
        while (done < length) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int part = Math.min(length - done, buffer.remaining());
            buffer.put(bytes, done, part);
            done += part;
        }
    }

    /** Bytes that are written from now on can be changed or discarded, until {@link #release} or {@link #discard}. */
    void hold() {
        held = position();
        measuredBeforeHeld = measured;
    }

    /** Overwrites the first bytes written since {@link #hold}. */
    void release(byte[] first) throws IOException {
        measure(first, first.length);
        flush();
        channel.position(held);
        writeFully(ByteBuffer.wrap(first));
        channel.position(flushed);
        held = NOT_HELD;
    }

    void discard() throws IOException {
        flush();
        channel.truncate(held);
        flushed = held;
        measured = measuredBeforeHeld;
        held = NOT_HELD;
    }

    /** Returns the SHA-256 of the archive. */
    byte[] finish() throws IOException {
        flush();
        return digest.digest();
    }

    public void keep() throws IOException {
        channel.close();
        kept = true;
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            if (!kept) {
                Files.deleteIfExists(path);
                if (manifest != null) {
                    Files.deleteIfExists(manifest);
                }
            }
        }
    }

    private void flush() throws IOException {
        writeFully(buffer.flip());
        flushed += buffer.position();
        buffer.clear();
        hash(Math.min(flushed, held));
    }

    /** Reads the final bytes again, which are still in the cache of the file system. */
    private void hash(long end) throws IOException {
        while (hashed < end) {
            hashBuffer.clear().limit((int) Math.min(BUFFER, end - hashed));
            if (channel.read(hashBuffer, hashed) < 0) {
                throw new IOException("another process truncated it");
            }
            digest.update(hashBuffer.array(), 0, hashBuffer.position());
            hashed += hashBuffer.position();
        }
    }

    private void writeFully(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
