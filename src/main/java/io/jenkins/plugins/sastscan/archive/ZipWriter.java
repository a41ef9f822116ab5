package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.ZipRecords.Entry;
import java.io.IOException;

/**
 * Writes a zip file of entries that are compressed already. Their sizes and checksum stand in front of their data, so that
 * every reader can read them in sequence too: where they are known only afterwards, the writer goes back. Memory does not
 * grow with the number of entries. Why not Commons Compress: it keeps an object an entry until the end, dates entries in
 * the local time zone, and does not take deflated data whose length is not known beforehand. For one thread.
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

    /** Writes an entry whose data, {@code entry.compressed()} bytes, is all there. */
    void add(Entry entry, byte[] data) throws IOException {
        boolean zip64 = entry.size() >= ZipRecords.MOST_32;
        long at = out.position();
        byte[] header = ZipRecords.localHeader(entry, zip64);
        out.write(header, 0, header.length);
        out.write(data, 0, (int) entry.compressed());
        list(entry, at);
    }

    /** Begins a deflated entry of at most {@code mostBytes} bytes of content, whose data is to be appended. */
    void begin(String name, long mostBytes) throws IOException {
        begun = name;
        // Blocks that deflate cannot shrink are a little larger in the archive.
        begunZip64 = mostBytes + mostBytes / 1024 + 1024 >= ZipRecords.MOST_32;
        int length = ZipRecords.localHeaderLength(name, begunZip64);
        out.hold(length);
        begunAt = out.position();
        out.writeMeasured(new byte[length], 0, length);
    }

    void append(byte[] data, int offset, int length) throws IOException {
        out.write(data, offset, length);
    }

    /** Ends the entry that was begun. */
    void end(long crc, long size) throws IOException {
        long compressed = out.position() - begunAt - ZipRecords.localHeaderLength(begun, begunZip64);
        Entry entry = new Entry(begun, ZipRecords.DEFLATED, crc, size, compressed);
        out.release(ZipRecords.localHeader(entry, begunZip64));
        list(entry, begunAt);
    }

    /** Takes the entry back that was begun, as if it never were. */
    void takeBack() throws IOException {
        out.takeBack();
    }

    /** Writes the central directory and gives the SHA-256 of the whole archive. */
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
