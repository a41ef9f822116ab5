package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.TemporaryFiles;
import io.jenkins.plugins.sastscan.archive.zip.ZipRecords.Entry;
import io.jenkins.plugins.sastscan.text.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterOutputStream;

/**
 * Writes compressed entries to a new zip file, computes its SHA-256, and checks its size against the limit. To save
 * memory, the central directory is compressed until it is written. Commons Compress is not used, because it would keep
 * one object per entry.
 */
public final class ZipWriter extends OutputStream {
    private final SizeLimit limit;
    private final MessageDigest digest = Sha256.create();
    private final OutputStream out;
    private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
    private final OutputStream directory = new DeflaterOutputStream(packed, new Deflater(Deflater.BEST_SPEED));
    private long position;
    /** Size of the request body so far, in bytes. */
    private long measured;

    private long entries;
    private long entryStart;

    public ZipWriter(Path file, SizeLimit limit) throws IOException {
        this.limit = limit;
        out = TemporaryFiles.newFile(file);
    }

    /** @param data the compressed content */
    void add(Entry entry, byte[] data) throws IOException {
        begin(entry, false);
        write(data);
        end(entry);
    }

    /** Begins an entry. Its compressed content is written next. */
    void begin(Entry entry, boolean zip64) throws IOException {
        entryStart = position;
        write(ZipRecords.localHeader(entry, zip64));
    }

    void end(Entry entry) throws IOException {
        directory.write(ZipRecords.centralHeader(entry, entryStart));
        entries++;
    }

    @Override
    public void write(byte[] data, int offset, int length) throws IOException {
        measured += limit.measure(data, offset, length);
        limit.check(measured, "The archive", "Exclude files that the scan does not need");
        digest.update(data, offset, length);
        out.write(data, offset, length);
        position += length;
    }

    @Override
    public void write(int unsigned) throws IOException {
        write(new byte[] {(byte) unsigned});
    }

    /** Writes the central directory. */
    public ArchiveFacts finish(ContentStatistics contents, SkippedFiles skipped) throws IOException {
        long at = position;
        directory.close();
        packed.writeTo(new InflaterOutputStream(this));
        write(ZipRecords.end(entries, at, position - at));
        out.flush();
        String sha256 = Sha256.hex(digest);
        return new ArchiveFacts(contents, position, measured, sha256, contents.digest(), skipped);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
