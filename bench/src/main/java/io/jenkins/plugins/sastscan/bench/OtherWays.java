package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.zip.ParallelScatterZipCreator;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;

/** Zips with other libraries. They are given our selection, which is the quickest there is. */
final class OtherWays {
    private static final int BUFFER = 1 << 16;

    private OtherWays() {}

    static List<SelectedFile> select(Path workspace) throws Exception {
        List<SelectedFile> files = new ArrayList<>();
        new DirectoryArchiver(ArchiveOptions.defaults()).list(workspace, Selection.everything(), files::add);
        return files;
    }

    /** Commons Compress, on all processors. */
    static long scatter(Path workspace, Path target) throws Exception {
        int threads = Runtime.getRuntime().availableProcessors();
        ParallelScatterZipCreator creator = new ParallelScatterZipCreator(Executors.newFixedThreadPool(threads));
        for (SelectedFile file : select(workspace)) {
            ZipArchiveEntry entry = new ZipArchiveEntry(file.name());
            entry.setMethod(ZipEntry.DEFLATED);
            entry.setSize(file.size());
            creator.addArchiveEntry(entry, () -> open(file.path()));
        }
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(target)) {
            creator.writeTo(zip);
        }
        return sizeOfDeleted(target);
    }

    /** {@code java.util.zip}, on one processor. */
    static long jdk(Path workspace, Path target) throws Exception {
        try (ZipOutputStream zip =
                new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(target), BUFFER))) {
            for (SelectedFile file : select(workspace)) {
                zip.putNextEntry(new ZipEntry(file.name()));
                try (InputStream in = Files.newInputStream(file.path())) {
                    in.transferTo(zip);
                }
                zip.closeEntry();
            }
        }
        return sizeOfDeleted(target);
    }

    static long sizeOfDeleted(Path target) throws IOException {
        long bytes = Files.size(target);
        Files.delete(target);
        return bytes;
    }

    private static InputStream open(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
