package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.CompressorPool.Tools;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import io.jenkins.plugins.sastscan.archive.ZipRecords.Entry;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * Turns files into the entries of an archive: reads, hashes and compresses them on several threads, and writes them in the
 * order in which they came. Several files of at most a block are a task together, so that handing it over costs little; of
 * a longer file each block is one, and they are joined into one entry. For one thread.
 */
final class ArchiveAssembly {
    /** What came of a file of one block: its entry, and the trouble there was, if any; no trouble but CHANGED leaves an entry. */
    private record Small(Entry entry, byte[] data, byte[] sha256, Reason trouble) {
        /** The same with what was found out about the way to its file. */
        Small with(Reason wayTrouble) {
            return new Small(entry, data, sha256, first(trouble, wayTrouble));
        }
    }

    /** What a task is at least, unless its files are that many. */
    private static final int BATCH = BlockCompressor.BLOCK / 2;

    private static final int MOST_FILES_OF_BATCH = 8;

    private final CompressorPool pool;
    private final FileOpener opener;
    private final ZipWriter zip;
    private final SkippedFiles.Tally skippedFiles;
    private final ArchiveProgress progress;
    private final OrderedWindow window = new OrderedWindow();
    private final ContentDigest contents = new ContentDigest();
    private final Deque<byte[]> unusedBuffers = new ArrayDeque<>();
    private final byte[] reach = new byte[BlockCompressor.REACH];
    private List<FoundFile> batch = new ArrayList<>();
    private int batchBytes;
    private long unfinished;

    ArchiveAssembly(
            CompressorPool pool,
            FileOpener opener,
            ZipWriter zip,
            SkippedFiles.Tally skippedFiles,
            ArchiveProgress progress) {
        this.pool = pool;
        this.opener = opener;
        this.zip = zip;
        this.skippedFiles = skippedFiles;
        this.progress = progress;
    }

    /** Takes the next file in. */
    void add(FoundFile file) throws IOException, InterruptedException {
        if (file.size() > BlockCompressor.BLOCK) {
            submitBatch();
            addLarge(file);
            return;
        }
        batch.add(file);
        batchBytes += (int) file.size();
        if (batchBytes >= BATCH || batch.size() >= MOST_FILES_OF_BATCH) {
            submitBatch();
        }
    }

    /** Waits until all files that were taken in are written, and tells what they are. */
    ContentDigest finish() throws IOException, InterruptedException {
        submitBatch();
        window.drain();
        return contents;
    }

    private void submitBatch() throws IOException, InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        List<FoundFile> files = batch;
        batch = new ArrayList<>();
        Future<List<Small>> task = pool.submit(tools -> compress(files, tools));
        window.add(batchBytes, () -> {
            List<Small> done = CompressorPool.result(task);
            for (int i = 0; i < done.size(); i++) {
                write(files.get(i), done.get(i));
            }
        });
        batchBytes = 0;
    }

    /** On a thread of the pool. */
    private List<Small> compress(List<FoundFile> files, Tools tools) {
        List<Small> done = files.stream().map(file -> compress(file, tools)).toList();
        SymlinkRaceCheck way = new SymlinkRaceCheck();
        return IntStream.range(0, done.size())
                .mapToObj(i -> done.get(i).with(way.trouble(files.get(i).path())))
                .toList();
    }

    private Small compress(FoundFile file, Tools tools) {
        try (SourceFile source = new SourceFile(file, opener)) {
            byte[] content = tools.buffer();
            int size = source.read(content, 0, BlockCompressor.BLOCK);
            Checksums print = new Checksums();
            print.add(content, 0, size);
            byte[] deflated = tools.compressor().whole(content, size);
            byte[] data = deflated == null ? Arrays.copyOf(content, size) : deflated;
            int method = deflated == null ? ZipRecords.STORED : ZipRecords.DEFLATED;
            Entry entry = new Entry(file.name(), method, print.crc(), size, data.length);
            return new Small(entry, data, print.sha256(), source.trouble());
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
            Reason wayTrouble = new SymlinkRaceCheck().trouble(file.path());
            window.add(0, () -> zip.begin(file.name(), file.size()));
            Checksums print = new Checksums();
            CompletableFuture<Void> before = CompletableFuture.completedFuture(null);
            CompletableFuture<Void> hashed = addBlock(source, 0, print, before);
            while (hashed != before) {
                before = hashed;
                hashed = addBlock(source, BlockCompressor.REACH, print, before);
            }
            long size = source.size();
            Reason trouble = first(source.trouble(), wayTrouble);
            CompletableFuture<Void> all = hashed;
            window.add(0, () -> {
                CompressorPool.result(all);
                unfinished = 0;
                if (leavesEntry(file, trouble)) {
                    byte[] end = BlockCompressor.end();
                    zip.append(end, 0, end.length);
                    zip.end(print.crc(), size);
                    complete(file, size, print.sha256());
                } else {
                    zip.takeBack();
                }
            });
        }
    }

    /**
     * Takes the next block of a file in.
     *
     * @param hashed when the blocks before are in the fingerprint
     * @return when this one is too; the same again at the end of the file
     */
    private CompletableFuture<Void> addBlock(
            SourceFile source, int before, Checksums print, CompletableFuture<Void> hashed)
            throws IOException, InterruptedException {
        byte[] buffer =
                unusedBuffers.isEmpty() ? new byte[BlockCompressor.REACH + BlockCompressor.BLOCK] : unusedBuffers.pop();
        System.arraycopy(reach, 0, buffer, 0, before);
        int length = source.read(buffer, before, BlockCompressor.BLOCK);
        if (length == 0) {
            unusedBuffers.push(buffer);
            return hashed;
        }
        if (length == BlockCompressor.BLOCK) {
            System.arraycopy(buffer, before + length - reach.length, reach, 0, reach.length);
        }
        CompletableFuture<Void> hashing = pool.after(hashed, () -> print.add(buffer, before, length));
        Future<byte[]> task = pool.submit(tools -> tools.compressor().block(buffer, before, length));
        window.add(buffer.length, () -> {
            byte[] data = CompressorPool.result(task);
            CompressorPool.result(hashing);
            unusedBuffers.push(buffer);
            zip.append(data, 0, data.length);
            unfinished += length;
            report();
        });
        return hashing;
    }

    private boolean leavesEntry(FoundFile file, Reason trouble) {
        if (trouble != null) {
            skippedFiles.add(trouble, file.name());
        }
        return leavesEntry(trouble);
    }

    private static boolean leavesEntry(Reason trouble) {
        return trouble == null || trouble == Reason.CHANGED;
    }

    /** What became of a file: why it could not be read counts for more than what is in its way. */
    private static Reason first(Reason trouble, Reason wayTrouble) {
        return wayTrouble != null && leavesEntry(trouble) ? wayTrouble : trouble;
    }

    private void complete(FoundFile file, long size, byte[] sha256) {
        contents.add(file.name(), size, sha256);
        report();
    }

    private void report() {
        progress.progressed(contents.files(), contents.bytes() + unfinished);
    }
}
