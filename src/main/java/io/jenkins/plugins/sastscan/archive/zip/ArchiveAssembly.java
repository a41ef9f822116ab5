package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.Checksums;
import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.Manifest;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.files.SourceFile;
import io.jenkins.plugins.sastscan.archive.zip.ZipRecords.Entry;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;

/**
 * Reads, hashes and compresses files on several threads, and writes them as entries in the order in which they were
 * added. A task compresses several small files, or one block of a large file.
 */
public final class ArchiveAssembly {
    /** A compressed file of at most one block. */
    private record Small(SelectedFile file, Entry entry, byte[] data, byte[] sha256, SkipReason problem) {}

    /** A batch of small files ends at this number of bytes. */
    private static final int BATCH = BlockCompressor.BLOCK / 2;

    private static final int MAX_FILES_PER_BATCH = 8;

    private static final byte[] NOTHING = {};

    private final CompressorPool pool;
    private final SourceFile.Opener opener;
    private final ZipWriter zip;
    private final Manifest.Writer manifest;
    private final BiConsumer<SkipReason, String> skip;
    private final LongConsumer progress;
    private final OrderedWindow window = new OrderedWindow();
    private final ContentStatistics.Counter contents = new ContentStatistics.Counter();
    private final Deque<byte[]> unusedBuffers = new ArrayDeque<>();
    private final byte[] reach = new byte[BlockCompressor.REACH];
    /** Completes when all blocks of the current large file are hashed. */
    private CompletableFuture<Void> hashed;

    private List<SelectedFile> batch = new ArrayList<>();
    private int batchBytes;
    private long unfinished;

    /**
     * @param zip null to only read and hash the files
     * @param manifest null to write no manifest
     */
    public ArchiveAssembly(
            CompressorPool pool,
            SourceFile.Opener opener,
            ZipWriter zip,
            Manifest.Writer manifest,
            BiConsumer<SkipReason, String> skip,
            LongConsumer progress) {
        this.pool = pool;
        this.opener = opener;
        this.zip = zip;
        this.manifest = manifest;
        this.skip = skip;
        this.progress = progress;
    }

    public void add(SelectedFile file) throws IOException, InterruptedException {
        if (file.size() > BlockCompressor.BLOCK) {
            submitBatch();
            addLarge(file);
            return;
        }
        batch.add(file);
        batchBytes += (int) file.size();
        if (batchBytes >= BATCH || batch.size() >= MAX_FILES_PER_BATCH) {
            submitBatch();
        }
    }

    /** Waits until all added files are written, and returns their statistics. */
    public ContentStatistics.Counter finish() throws IOException, InterruptedException {
        submitBatch();
        window.drain();
        return contents;
    }

    private void submitBatch() throws IOException, InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        List<SelectedFile> files = batch;
        Future<List<Small>> task = pool.submit(compressor -> compress(files, compressor));
        window.add(batchBytes, () -> {
            for (Small small : CompressorPool.result(task)) {
                if (becomesEntry(small.file, small.problem)) {
                    write(() -> zip.add(small.entry, small.data));
                    complete(small.file, small.entry.size(), small.sha256);
                }
            }
        });
        batch = new ArrayList<>();
        batchBytes = 0;
    }

    /** Runs on a thread of the pool. */
    private List<Small> compress(List<SelectedFile> files, BlockCompressor compressor) {
        return files.stream().map(file -> compress(file, compressor)).toList();
    }

    private Small compress(SelectedFile file, BlockCompressor compressor) {
        try (SourceFile source = new SourceFile(file, opener)) {
            byte[] content = compressor.buffer;
            int size = source.read(content, 0, BlockCompressor.BLOCK);
            Checksums print = new Checksums();
            print.add(content, 0, size);
            byte[] deflated = zip == null ? NOTHING : compressor.whole(content, size);
            byte[] data = deflated == null ? Arrays.copyOf(content, size) : deflated;
            int method = deflated == null ? ZipRecords.STORED : ZipRecords.DEFLATED;
            Entry entry = new Entry(file.name(), method, print.crc(), size, data.length);
            SkipReason pointer = LfsPointer.matches(content, size) ? SkipReason.LFS_POINTER : null;
            SkipReason problem = source.problem();
            return new Small(file, entry, data, print.sha256(), problem == null ? pointer : problem);
        }
    }

    private void addLarge(SelectedFile file) throws IOException, InterruptedException {
        try (SourceFile source = new SourceFile(file, opener)) {
            window.add(0, () -> write(() -> zip.begin(file.name(), file.size())));
            Checksums print = new Checksums();
            hashed = CompletableFuture.completedFuture(null);
            int length = addBlock(source, 0, print);
            while (length == BlockCompressor.BLOCK) {
                length = addBlock(source, BlockCompressor.REACH, print);
            }
            long size = source.size();
            SkipReason problem = source.problem();
            window.add(0, () -> {
                unfinished = 0;
                if (becomesEntry(file, problem)) {
                    write(() -> zip.end(print.crc(), size));
                    complete(file, size, print.sha256());
                } else {
                    write(() -> zip.discard());
                }
            });
        }
    }

    /** Returns the size of the block. Only the last block, which can be empty, is smaller than the others. */
    private int addBlock(SourceFile source, int before, Checksums print) throws IOException, InterruptedException {
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
        CompletableFuture<Void> hashing = pool.after(hashed, () -> print.add(buffer, before, length));
        hashed = hashing;
        Future<byte[]> task =
                pool.submit(compressor -> zip == null ? NOTHING : compressor.block(buffer, before, length));
        window.add(buffer.length, () -> {
            byte[] data = CompressorPool.result(task);
            CompressorPool.result(hashing);
            unusedBuffers.push(buffer);
            write(() -> zip.append(data));
            unfinished += length;
            report();
        });
        return length;
    }

    private void write(OrderedWindow.Step step) throws IOException, InterruptedException {
        if (zip != null) {
            step.write();
        }
    }

    private boolean becomesEntry(SelectedFile file, SkipReason problem) {
        if (problem != null) {
            skip.accept(problem, file.name());
        }
        return problem == null || problem.archived();
    }

    private void complete(SelectedFile file, long size, byte[] sha256) throws IOException {
        contents.add(file.name(), size, sha256);
        if (manifest != null) {
            manifest.add(file.name(), sha256);
        }
        report();
    }

    private void report() {
        progress.accept(contents.bytes() + unfinished);
    }
}
