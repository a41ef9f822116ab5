package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Checksums;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.TemporaryFiles;
import io.jenkins.plugins.sastscan.archive.zip.ZipRecords.Entry;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Writes compressed entries to a new zip file, computes its SHA-256, and checks its size against the limit. The central
 * directory is collected in a temporary file, to save memory. Commons Compress is not used, because it would keep one
 * object per entry.
 */
public final class ZipWriter extends OutputStream {
    private static final int BUFFER = 1 << 18;

    private final Path file;
    private final SizeLimit limit;
    private final MessageDigest digest = Checksums.newSha256();
    private final OutputStream out;
    private final FileChannel spool;
    private final OutputStream directory;
    private long position;
    /** Size of the request body so far, in bytes. */
    private long measured;

    private long entries;
    private long entryStart;
    private long contentStart;
    private boolean finished;

    public ZipWriter(Path file, SizeLimit limit) throws IOException {
        this.file = file;
        this.limit = limit;
        out = new BufferedOutputStream(Channels.newOutputStream(TemporaryFiles.newFile(file)), BUFFER);
        spool = TemporaryFiles.newFile(
                file.resolveSibling(file.getFileName() + ".directory"), StandardOpenOption.DELETE_ON_CLOSE);
        directory = new BufferedOutputStream(Channels.newOutputStream(spool), BUFFER);
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
        contentStart = position;
    }

    /** Size of the compressed content that was written since the entry began. */
    long compressed() {
        return position - contentStart;
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
        directory.flush();
        spool.position(0);
        Channels.newInputStream(spool).transferTo(this);
        write(ZipRecords.end(entries, at, position - at));
        out.flush();
        finished = true;
        String sha256 = HexFormat.of().formatHex(digest.digest());
        return new ArchiveFacts(contents, position, measured, sha256, contents.digest(), skipped);
    }

    /** Deletes a file that is not finished. */
    @Override
    public void close() throws IOException {
        try (spool;
                out) {
            if (!finished) {
                Files.delete(file);
            }
        }
    }
}
