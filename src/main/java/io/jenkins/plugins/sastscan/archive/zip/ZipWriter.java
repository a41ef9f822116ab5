package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.Checksums;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
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
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

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
    private long measured;
    private long entries;
    private boolean finished;

    /** An entry that is deflated while it is written. Its size is unknown when it begins. */
    final class LargeEntry extends DeflaterOutputStream {
        private final String name;
        private final boolean zip64;
        private final long at = position;
        private final long content;

        private LargeEntry(SelectedFile file, Deflater deflater) throws IOException {
            super(ZipWriter.this, deflater, Compressor.WHOLE);
            name = file.name();
            // Deflate makes incompressible blocks slightly larger.
            zip64 = file.size() + file.size() / 1024 + 1024 >= ZipRecords.MAX_32;
            ZipWriter.this.write(ZipRecords.localHeader(entry(0, 0, 0), zip64));
            content = position;
        }

        private Entry entry(long crc, long size, long compressed) {
            int flags = ZipRecords.NAME_IN_UTF_8 | ZipRecords.HAS_DESCRIPTOR;
            return new Entry(name, flags, ZipRecords.DEFLATED, crc, size, compressed);
        }

        void end(long crc, long size) throws IOException {
            finish();
            Entry entry = entry(crc, size, position - content);
            ZipWriter.this.write(ZipRecords.descriptor(entry, zip64));
            list(entry, at);
        }
    }

    public ZipWriter(Path file, SizeLimit limit) throws IOException {
        this.file = file;
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

    /** Begins the entry of a file that is not read beyond its known size. */
    LargeEntry begin(SelectedFile file, Deflater deflater) throws IOException {
        return new LargeEntry(file, deflater);
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

    /** Writes the central directory and returns the SHA-256 of the archive. */
    public byte[] finish() throws IOException {
        long at = position;
        directory.flush();
        spool.position(0);
        Channels.newInputStream(spool).transferTo(this);
        write(ZipRecords.end(entries, at, position - at));
        out.flush();
        finished = true;
        return digest.digest();
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

    private void list(Entry entry, long at) throws IOException {
        directory.write(ZipRecords.centralHeader(entry, at));
        entries++;
    }
}
