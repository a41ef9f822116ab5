package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/**
 * Computes the content digest of the archive that {@link ArchiveAssembly} would write. Reads and hashes on several
 * threads. Not thread-safe.
 */
final class DigestAssembly {
    private record Hashed(SelectedFile file, long size, byte[] sha256, Reason problem) {}

    private static final int MAX_FILES_PER_BATCH = 16;

    private final CompressorPool pool;
    private final SourceFile.Opener opener;
    private final LongConsumer progress;
    private final OrderedWindow window = new OrderedWindow();
    private final Contents.Tally contents = new Contents.Tally();
    private List<SelectedFile> batch = new ArrayList<>();
    private long batchBytes;

    DigestAssembly(CompressorPool pool, SourceFile.Opener opener, LongConsumer progress) {
        this.pool = pool;
        this.opener = opener;
        this.progress = progress;
    }

    void add(SelectedFile file) throws IOException, InterruptedException {
        batch.add(file);
        batchBytes += file.size();
        if (batchBytes >= BlockCompressor.BLOCK || batch.size() >= MAX_FILES_PER_BATCH) {
            submitBatch();
        }
    }

    /** Waits until all added files are hashed, and returns the content digest. */
    String finish() throws IOException, InterruptedException {
        submitBatch();
        window.drain();
        return contents.digest();
    }

    private void submitBatch() throws IOException, InterruptedException {
        List<SelectedFile> files = batch;
        batch = new ArrayList<>();
        batchBytes = 0;
        Future<List<Hashed>> task = pool.submit(tools -> {
            LinkPolicy.RaceCheck links = new LinkPolicy.RaceCheck();
            return files.stream().map(file -> hash(file, tools.buffer(), links)).toList();
        });
        window.add(0, () -> {
            for (Hashed hashed : CompressorPool.result(task)) {
                if (ArchiveAssembly.becomesEntry(hashed.problem)) {
                    contents.add(hashed.file.name(), hashed.size, hashed.sha256);
                }
            }
            progress.accept(contents.bytes());
        });
    }

    /** Runs on a thread of the pool. */
    private Hashed hash(SelectedFile file, byte[] buffer, LinkPolicy.RaceCheck links) {
        try (SourceFile source = new SourceFile(file, opener)) {
            Checksums print = new Checksums();
            for (int got = source.read(buffer, 0, buffer.length);
                    got > 0;
                    got = source.read(buffer, 0, buffer.length)) {
                print.add(buffer, 0, got);
            }
            Reason problem = ArchiveAssembly.first(source.problem(), links.problem(file.path()));
            return new Hashed(file, source.size(), print.sha256(), problem);
        }
    }
}
