package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.CompressorPool.Tools;
import io.jenkins.plugins.sastscan.archive.LeftOut.Reason;
import io.jenkins.plugins.sastscan.archive.ZipRecords.Entry;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.Future;

/**
 * Turns files into the entries of an archive: reads, hashes and compresses them on several threads, and writes them in the
 * order in which they came. A file of one block is a task; the blocks of a longer one are tasks, joined into one entry.
 * For one thread.
 */
final class ArchiveAssembly {
    /** What came of a file of one block: its entry, and the trouble there was, if any; no trouble but CHANGED leaves an entry. */
    private record Small(Entry entry, byte[] data, byte[] sha256, Reason trouble) {}

    private final CompressorPool pool;
    private final FileOpener opener;
    private final ZipWriter zip;
    private final LeftOut.Tally leftOut;
    private final ArchiveProgress progress;
    private final OrderedWindow window = new OrderedWindow();
    private final ContentDigest contents = new ContentDigest();
    private final Deque<byte[]> unusedBuffers = new ArrayDeque<>();
    private final byte[] reach = new byte[BlockCompressor.REACH];
    private long unfinished;

    ArchiveAssembly(
            CompressorPool pool, FileOpener opener, ZipWriter zip, LeftOut.Tally leftOut, ArchiveProgress progress) {
        this.pool = pool;
        this.opener = opener;
        this.zip = zip;
        this.leftOut = leftOut;
        this.progress = progress;
    }

    /** Takes the next file in. */
    void add(FoundFile file) throws IOException, InterruptedException {
        if (file.size() <= BlockCompressor.BLOCK) {
            Future<Small> task = pool.submit(tools -> compress(file, tools));
            window.add((int) file.size(), () -> write(file, CompressorPool.result(task)));
        } else {
            addLarge(file);
        }
    }

    /** Waits until all files that were taken in are written, and tells what they are. */
    ContentDigest finish() throws IOException, InterruptedException {
        window.drain();
        return contents;
    }

    /** On a thread of the pool. */
    private Small compress(FoundFile file, Tools tools) {
        try (SourceFile source = new SourceFile(file, opener)) {
            byte[] content = tools.buffer();
            int size = source.read(content, 0, BlockCompressor.BLOCK);
            byte[] deflated = tools.compressor().whole(content, size);
            byte[] data = deflated == null ? Arrays.copyOf(content, size) : deflated;
            int method = deflated == null ? ZipRecords.STORED : ZipRecords.DEFLATED;
            Entry entry = new Entry(file.name(), method, source.crc(), size, data.length);
            return new Small(entry, data, source.sha256(), source.trouble());
        }
    }

    private void write(FoundFile file, Small small) throws IOException {
        if (leavesEntry(file, small.trouble)) {
            zip.add(small.entry, small.data);
            complete(file, small.entry.size(), small.sha256);
        }
    }

    private void addLarge(FoundFile file) throws IOException, InterruptedException {
        try (SourceFile source = new SourceFile(file, opener)) {
            window.add(0, () -> zip.begin(file.name(), file.size()));
            int before = 0;
            for (int length = addBlock(source, before); length > 0; length = addBlock(source, before)) {
                before = BlockCompressor.REACH;
            }
            long crc = source.crc();
            long size = source.size();
            byte[] sha256 = source.sha256();
            Reason trouble = source.trouble();
            window.add(0, () -> {
                unfinished = 0;
                if (leavesEntry(file, trouble)) {
                    byte[] end = BlockCompressor.end();
                    zip.append(end, 0, end.length);
                    zip.end(crc, size);
                    complete(file, size, sha256);
                } else {
                    zip.takeBack();
                }
            });
        }
    }

    /** Takes the next block of a file in; gives its length, 0 at the end. */
    private int addBlock(SourceFile source, int before) throws IOException, InterruptedException {
        byte[] buffer =
                unusedBuffers.isEmpty() ? new byte[BlockCompressor.REACH + BlockCompressor.BLOCK] : unusedBuffers.pop();
        System.arraycopy(reach, 0, buffer, 0, before);
        int length = source.read(buffer, before, BlockCompressor.BLOCK);
        if (length == 0) {
            unusedBuffers.push(buffer);
            return 0;
        }
        if (length == BlockCompressor.BLOCK) {
            System.arraycopy(buffer, before + length - reach.length, reach, 0, reach.length);
        }
        Future<byte[]> task = pool.submit(tools -> tools.compressor().block(buffer, before, length));
        window.add(buffer.length, () -> {
            byte[] data = CompressorPool.result(task);
            unusedBuffers.push(buffer);
            zip.append(data, 0, data.length);
            unfinished += length;
            report();
        });
        return length;
    }

    private boolean leavesEntry(FoundFile file, Reason trouble) {
        if (trouble != null) {
            leftOut.add(trouble, file.name());
        }
        return trouble == null || trouble == Reason.CHANGED;
    }

    private void complete(FoundFile file, long size, byte[] sha256) {
        contents.add(file.name(), size, sha256);
        report();
    }

    private void report() {
        progress.progressed(contents.files(), contents.bytes() + unfinished);
    }
}
