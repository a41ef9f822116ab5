package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.Checksums;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.TemporaryFiles;
import io.jenkins.plugins.sastscan.archive.zip.ZipRecords.Entry;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;

/**
 * Writes compressed entries to a new zip file, computes its SHA-256, and checks its size against the limit. The central
 * directory is collected in a temporary file, to save memory. Commons Compress is not used, because it would keep one
 * object per entry.
 */
public final class ZipWriter implements Closeable {
    private static final int BUFFER = 1 << 18;

    private final SizeLimit limit;
    private final MessageDigest digest = Checksums.newSha256();
    private final OutputStream out;
    private final FileChannel spool;
    private final OutputStream directory;
    private long position;
    private long measured;
    private long entries;
    private String begun;
    private boolean begunZip64;
    private long begunAt;
    private long begunData;

    public ZipWriter(Path file, SizeLimit limit) throws IOException {
        this.limit = limit;
        out = new BufferedOutputStream(Channels.newOutputStream(TemporaryFiles.newFile(file)), BUFFER);
        spool = TemporaryFiles.newFile(
                file.resolveSibling(file.getFileName() + ".directory"), StandardOpenOption.DELETE_ON_CLOSE);
        directory = new BufferedOutputStream(Channels.newOutputStream(spool), BUFFER);
    }

    /** Size of the archive so far, in bytes. */
    public long position() {
        return position;
    }

    /** Size of the request body so far, in bytes. */
    public long measured() {
        return measured;
    }

    /** @param data the compressed content */
    void add(Entry entry, byte[] data) throws IOException {
        long at = position;
        write(ZipRecords.localHeader(entry, false));
        write(data);
        list(entry, at);
    }

    /** Begins a deflated entry with at most {@code mostBytes} bytes of uncompressed content. */
    void begin(String name, long mostBytes) throws IOException {
        begun = name;
        // Deflate makes incompressible blocks slightly larger.
        begunZip64 = mostBytes + mostBytes / 1024 + 1024 >= ZipRecords.MAX_32;
        begunAt = position;
        write(ZipRecords.localHeader(streamed(0, 0, 0), begunZip64));
        begunData = position;
    }

    void append(byte[] data, int length) throws IOException {
        measured += limit.measure(data, length);
        limit.check(measured, "The archive", "Exclude files that the scan does not need");
        digest.update(data, 0, length);
        out.write(data, 0, length);
        position += length;
    }

    void end(long crc, long size) throws IOException {
        Entry entry = streamed(crc, size, position - begunData);
        write(ZipRecords.descriptor(entry, begunZip64));
        list(entry, begunAt);
    }

    /** Writes the central directory and returns the SHA-256 of the archive. */
    public byte[] finish() throws IOException {
        long at = position;
        directory.flush();
        spool.position(0);
        ByteBuffer chunk = ByteBuffer.allocate(1 << 16);
        while (spool.read(chunk.clear()) >= 0) {
            append(chunk.array(), chunk.position());
        }
        write(ZipRecords.end(entries, at, position - at));
        out.flush();
        return digest.digest();
    }

    @Override
    public void close() throws IOException {
        try (spool) {
            out.close();
        }
    }

    private Entry streamed(long crc, long size, long compressed) {
        int flags = ZipRecords.NAME_IN_UTF_8 | ZipRecords.HAS_DESCRIPTOR;
        return new Entry(begun, flags, ZipRecords.DEFLATED, crc, size, compressed);
    }

    private void write(byte[] bytes) throws IOException {
        append(bytes, bytes.length);
    }

    private void list(Entry entry, long at) throws IOException {
        directory.write(ZipRecords.centralHeader(entry, at));
        entries++;
    }
}
