package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** The project's own ways. */
final class Ours {
    /** Another level than the default one, and another number of threads, to choose them by. */
    private static final ArchiveOptions OPTIONS = new ArchiveOptions(
            Integer.getInteger("bench.threads", ArchiveOptions.AUTOMATIC),
            Integer.getInteger("bench.level", ArchiveOptions.DEFAULT_LEVEL),
            SizeLimit.none());

    private Ours() {}

    static long select(Path workspace) throws Exception {
        AtomicLong files = new AtomicLong();
        new DirectoryArchiver(OPTIONS).list(workspace, Selection.everything(), file -> files.incrementAndGet());
        return files.get();
    }

    static long archive(Path workspace, Path target) throws Exception {
        long bytes = new DirectoryArchiver(OPTIONS)
                .archive(workspace, Selection.everything(), target, bytes -> {})
                .archiveBytes();
        Files.delete(target);
        return bytes;
    }
}
