package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.zip.ZipRecords.Entry;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;

/**
 * Writes compressed entries to a zip file. The sizes and the checksum of an entry precede its data, so that archives
 * can also be read sequentially. {@link #end} corrects values that were unknown when the entry began. The central
 * directory is collected in a temporary file, to save memory. Commons Compress is not used, because it would keep one
 * object per entry. Also, it cannot take deflated data before the compressed size is known.
 */
public final class ZipWriter implements Closeable {
    private static final int BUFFER = 1 << 18;

    private final ArchiveOutput out;
    private final FileChannel spool;
    private final OutputStream directory;
    private long entries;
    private String begun;
    private int begunMethod;
    private boolean begunZip64;
    private long begunAt;
    private long begunData;

    public ZipWriter(ArchiveOutput out) throws IOException {
        this.out = out;
        spool = out.openSpool();
        directory = new BufferedOutputStream(Channels.newOutputStream(spool), BUFFER);
    }

    /** The first {@code entry.compressed()} bytes of {@code data} are the compressed content. */
    void add(Entry entry, byte[] data) throws IOException {
        long at = out.position();
        byte[] header = ZipRecords.localHeader(entry, false);
        out.write(header, header.length);
        out.write(data, (int) entry.compressed());
        list(entry, at);
    }

    /** Begins an entry with at most {@code mostBytes} bytes of uncompressed content. */
    void begin(String name, int method, long mostBytes) throws IOException {
        begun = name;
        begunMethod = method;
        // Deflate makes incompressible blocks slightly larger.
        begunZip64 = mostBytes + mostBytes / 1024 + 1024 >= ZipRecords.MAX_32;
        byte[] header = ZipRecords.localHeader(new Entry(name, method, 0, 0, 0), begunZip64);
        out.hold();
        begunAt = out.position();
        out.writeMeasured(header, header.length);
        begunData = out.position();
    }

    void append(byte[] data, int length) throws IOException {
        out.write(data, length);
    }

    void end(long crc, long size) throws IOException {
        Entry entry = new Entry(begun, begunMethod, crc, size, out.position() - begunData);
        out.release(ZipRecords.localHeader(entry, begunZip64));
        list(entry, begunAt);
    }

    void discard() throws IOException {
        out.discard();
    }

    /** Writes the central directory and returns the SHA-256 of the archive. */
    public byte[] finish() throws IOException {
        long at = out.position();
        directory.flush();
        spool.position(0);
        ByteBuffer chunk = ByteBuffer.allocate(1 << 16);
        while (spool.read(chunk.clear()) >= 0) {
            out.writeMeasured(chunk.array(), chunk.position());
        }
        byte[] end = ZipRecords.end(entries, at, out.position() - at);
        out.write(end, end.length);
        return out.finish();
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }

    private void list(Entry entry, long at) throws IOException {
        byte[] header = ZipRecords.centralHeader(entry, at);
        out.measure(header, header.length);
        directory.write(header);
        entries++;
    }
}
