package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.ZipRecords.Entry;
import java.io.IOException;

/**
 * Writes compressed entries to a zip file. Sizes and checksum precede the data, so that archives can also be read
 * sequentially; if they are not known in advance, the writer patches the header. Memory use does not depend on the
 * number of entries. Commons Compress keeps an object per entry, and cannot write deflated data of unknown length. Not
 * thread-safe.
 */
final class ZipWriter {
    private final ArchiveOutput out;
    private final CentralDirectory directory;
    private long entries;
    private String begun;
    private boolean begunZip64;
    private long begunAt;

    ZipWriter(ArchiveOutput out, CentralDirectory directory) {
        this.out = out;
        this.directory = directory;
    }

    /** Writes an entry whose {@code entry.compressed()} bytes of data are complete. */
    void add(Entry entry, byte[] data) throws IOException {
        boolean zip64 = entry.size() >= ZipRecords.MAX_32;
        long at = out.position();
        byte[] header = ZipRecords.localHeader(entry, zip64);
        out.write(header, 0, header.length);
        out.write(data, 0, (int) entry.compressed());
        list(entry, at);
    }

    /** Begins a deflated entry of at most {@code mostBytes} bytes before compression. */
    void begin(String name, long mostBytes) throws IOException {
        begun = name;
        // Incompressible blocks grow slightly.
        begunZip64 = mostBytes + mostBytes / 1024 + 1024 >= ZipRecords.MAX_32;
        int length = ZipRecords.localHeaderLength(name, begunZip64);
        out.hold(length);
        begunAt = out.position();
        out.writeMeasured(new byte[length], 0, length);
    }

    void append(byte[] data, int offset, int length) throws IOException {
        out.write(data, offset, length);
    }

    void end(long crc, long size) throws IOException {
        long compressed = out.position() - begunAt - ZipRecords.localHeaderLength(begun, begunZip64);
        Entry entry = new Entry(begun, ZipRecords.DEFLATED, crc, size, compressed);
        out.release(ZipRecords.localHeader(entry, begunZip64));
        list(entry, begunAt);
    }

    void discard() throws IOException {
        out.discard();
    }

    /** Writes the central directory and returns the SHA-256 of the archive. */
    byte[] finish() throws IOException, InterruptedException {
        long at = out.position();
        directory.writeTo(out);
        byte[] end = ZipRecords.end(entries, at, out.position() - at);
        out.write(end, 0, end.length);
        return out.finish();
    }

    private void list(Entry entry, long at) throws IOException {
        byte[] header = ZipRecords.centralHeader(entry, at);
        out.measure(header, 0, header.length);
        directory.add(header);
        entries++;
    }
}
