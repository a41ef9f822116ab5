package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.ContentStatistics;
import io.jenkins.plugins.sastscan.archive.Manifest;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.SourceFile;
import io.jenkins.plugins.sastscan.archive.zip.ZipRecords.Entry;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Reads, hashes and compresses files, and writes them as entries in the order in which they were added. Threads compress
 * small files in advance; the calling thread compresses large files when it writes them.
 */
public final class ArchiveAssembly implements AutoCloseable {
    /** What is left to do with a file when all files before it are written. */
    private interface Step {
        void write() throws IOException, InterruptedException;
    }

    /** @param bytes the memory that is in use until the file is written */
    private record Pending(Future<Step> step, long bytes) {}

    /** Maximum number of bytes that are compressed in advance: enough to keep eight threads busy. */
    private static final int MAX_AHEAD = 6 << 20;

    /** Limits the wait for a thread that is blocked on an unresponsive disk. */
    private static final long SECONDS_TO_END = 2;

    private final ExecutorService threads;
    private final Queue<Compressor> compressors = new ConcurrentLinkedQueue<>();
    private final ZipWriter zip;
    private final OutputStream manifest;
    private final SkippedFiles skipped;
    private final LongConsumer progress;
    private final ContentStatistics contents = new ContentStatistics();
    private final Queue<Pending> pending = new ArrayDeque<>();
    private long ahead;

    /**
     * @param skipped receives the files that are missing or incomplete in the archive, or get lost when it is unpacked
     */
    public ArchiveAssembly(
            int threads, ZipWriter zip, OutputStream manifest, SkippedFiles skipped, LongConsumer progress) {
        this.threads = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "sast-archive");
            thread.setDaemon(true);
            return thread;
        });
        this.zip = zip;
        this.manifest = manifest;
        this.skipped = skipped;
        this.progress = progress;
    }

    public void add(SelectedFile file) throws IOException, InterruptedException {
        boolean large = file.size() > Compressor.WHOLE;
        Future<Step> step = large
                ? CompletableFuture.completedFuture(() -> writeLarge(file))
                : threads.submit(() -> compress(file));
        // Even an empty file needs some memory.
        Pending added = new Pending(step, (large ? 0 : file.size()) + (1 << 14));
        pending.add(added);
        ahead += added.bytes;
        while (pending.size() > 1 && ahead > MAX_AHEAD) {
            writeFirst();
        }
    }

    /** Waits until all added files are written, and returns their statistics. */
    public ContentStatistics finish() throws IOException, InterruptedException {
        while (!pending.isEmpty()) {
            writeFirst();
        }
        return contents;
    }

    private void writeFirst() throws IOException, InterruptedException {
        Pending first = pending.remove();
        ahead -= first.bytes;
        try {
            first.step.get().write();
        } catch (ExecutionException e) {
            // This is a bug or a lack of memory.
            throw new IllegalStateException(e.getCause());
        }
    }

    private Compressor takeCompressor() {
        Compressor idle = compressors.poll();
        return idle == null ? new Compressor() : idle;
    }

    /** Runs on another thread. */
    private Step compress(SelectedFile file) throws InterruptedException {
        Compressor compressor = takeCompressor();
        try (SourceFile source = new SourceFile(file)) {
            int size = source.read(compressor.buffer);
            byte[] data = compressor.whole(size);
            int method = data.length < size ? ZipRecords.DEFLATED : ZipRecords.STORED;
            Entry entry = new Entry(
                    file.name(),
                    ZipRecords.NAME_IN_UTF_8,
                    method,
                    source.checksums().crc().getValue(),
                    size,
                    data.length);
            byte[] sha256 = source.checksums().sha256().digest();
            SkipReason changed = source.problem();
            boolean pointer = changed == null && LfsPointer.matches(compressor.buffer, size);
            SkipReason problem = pointer ? SkipReason.LFS_POINTER : changed;
            return () -> {
                if (problem != null) {
                    skipped.add(problem, file.name(), "");
                }
                if (problem == null || problem.archived()) {
                    zip.add(entry, data);
                    complete(file, size, sha256);
                }
            };
        } finally {
            compressors.add(compressor);
        }
    }

    private void writeLarge(SelectedFile file) throws IOException, InterruptedException {
        Compressor compressor = takeCompressor();
        try (SourceFile source = new SourceFile(file)) {
            int length = source.read(compressor.buffer);
            if (length == 0 && !source.problem().archived()) {
                skipped.add(source.problem(), file.name(), "");
                return;
            }
            // Deflate makes incompressible blocks slightly larger.
            boolean zip64 = file.size() + file.size() / 1024 + 1024 >= ZipRecords.MAX_32;
            zip.begin(streamed(file, 0, 0, 0), zip64);
            Deflater deflater = compressor.deflater(length);
            DeflaterOutputStream out = new DeflaterOutputStream(zip, deflater, Compressor.WHOLE);
            for (; length > 0; length = source.read(compressor.buffer)) {
                out.write(compressor.buffer, 0, length);
                progress.accept(contents.bytes() + source.size());
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while archiving a file.");
                }
            }
            out.finish();
            Entry entry =
                    streamed(file, source.checksums().crc().getValue(), source.size(), deflater.getBytesWritten());
            zip.write(ZipRecords.descriptor(entry, zip64));
            zip.end(entry);
            if (source.problem() != null) {
                // The beginning of the file is already in the archive.
                skipped.add(SkipReason.CHANGED, file.name(), "");
            }
            complete(file, source.size(), source.checksums().sha256().digest());
        } finally {
            compressors.add(compressor);
        }
    }

    private static Entry streamed(SelectedFile file, long crc, long size, long compressed) {
        return new Entry(file.name(), ZipRecords.STREAMED, ZipRecords.DEFLATED, crc, size, compressed);
    }

    private void complete(SelectedFile file, long size, byte[] sha256) throws IOException {
        contents.add(file.name(), size, sha256);
        skipped.addIfNotPortable(file.name());
        manifest.write(Manifest.line(file.name(), sha256));
        progress.accept(contents.bytes());
    }

    /** Cancels unfinished tasks and waits for the threads to end. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        compressors.forEach(Compressor::close);
    }
}
