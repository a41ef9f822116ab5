package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.select.DefaultExcludes;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.apache.commons.compress.archivers.zip.ParallelScatterZipCreator;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.tools.ant.DirectoryScanner;

/**
 * Ways to carry out each measured task: with this plugin, another library, or the zip command. If Commons Compress or
 * the JDK writes the zip file, this plugin selects the files.
 */
final class Ways {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private Ways() {}

    interface Task {
        /** @return the size of the result in bytes, the number of files, or a time in microseconds */
        long run() throws Exception;
    }

    static Task task(String name, Path workspace, Path temporary) throws Exception {
        return switch (name) {
            case "select" -> () -> select(workspace, FileChoice.ALL).size();
            case "select-tracked" -> () -> select(workspace, FileChoice.TRACKED).size();
            case "select-not-ignored" ->
                () -> select(workspace, FileChoice.NOT_IGNORED).size();
            case "select-ant" -> () -> selectWithAnt(workspace).length;
            case "archive" -> () -> zip(temporary, target -> archive(workspace, target));
            case "archive-ant" ->
                () -> zip(temporary, target -> {
                    try (org.apache.tools.zip.ZipOutputStream zip =
                            new org.apache.tools.zip.ZipOutputStream(target.toFile())) {
                        addWithAnt(workspace, zip);
                    }
                });
            case "archive-scatter" -> () -> zip(temporary, target -> scatter(workspace, target));
            case "upload-form" -> new Uploads(UploadEncoding.FORM).alone(workspace, temporary);
            case "upload-multipart" -> new Uploads(UploadEncoding.MULTIPART).alone(workspace, temporary);
            case "submit" -> () -> new Uploads(UploadEncoding.FORM).submit(workspace, temporary, FileChoice.ALL);
            case "submit-tracked" ->
                () -> new Uploads(UploadEncoding.FORM).submit(workspace, temporary, FileChoice.TRACKED);
            case "submit-commands" -> () -> zip(temporary, target -> commands(workspace, target));
            default -> throw new IllegalArgumentException(name);
        };
    }

    private interface Zipper {
        void zip(Path target) throws Exception;
    }

    private static long zip(Path temporary, Zipper zipper) throws Exception {
        Path target = temporary.resolve(UUID.randomUUID() + ".zip");
        zipper.zip(target);
        long bytes = Files.size(target);
        Files.delete(target);
        return bytes;
    }

    private static DirectoryArchiver archiver(Path workspace) {
        Boundary boundary = new Boundary(workspace.toString(), List.of(), "@");
        return new DirectoryArchiver(new SizeLimit(Long.MAX_VALUE, false), boundary);
    }

    private static List<SelectedFile> select(Path workspace, FileChoice choice) throws Exception {
        List<SelectedFile> files = new ArrayList<>();
        archiver(workspace)
                .list(
                        workspace,
                        new Selection(List.of(), List.of(), true, true, choice, Selection.GIT, List.of()),
                        files::add,
                        skipped -> {});
        return files;
    }

    private static void archive(Path workspace, Path target) throws Exception {
        archiver(workspace).archive(workspace, Selection.everything(), target, false, bytes -> {});
    }

    private static String[] selectWithAnt(Path workspace) {
        DirectoryScanner scanner = new DirectoryScanner();
        scanner.setBasedir(workspace.toFile());
        scanner.setExcludes(DefaultExcludes.PATTERNS.toArray(new String[0]));
        scanner.scan();
        return scanner.getIncludedFiles();
    }

    private static void addWithAnt(Path workspace, org.apache.tools.zip.ZipOutputStream zip) throws IOException {
        for (String name : selectWithAnt(workspace)) {
            Path file = workspace.resolve(name);
            org.apache.tools.zip.ZipEntry entry =
                    new org.apache.tools.zip.ZipEntry(name.replace(File.separatorChar, '/'));
            entry.setTime(Files.getLastModifiedTime(file).toMillis());
            zip.putNextEntry(entry);
            Files.copy(file, zip);
            zip.closeEntry();
        }
    }

    private static void scatter(Path workspace, Path target) throws Exception {
        ParallelScatterZipCreator creator = new ParallelScatterZipCreator(Executors.newFixedThreadPool(PROCESSORS));
        for (SelectedFile file : select(workspace, FileChoice.ALL)) {
            ZipArchiveEntry entry = new ZipArchiveEntry(file.name());
            entry.setMethod(ZipArchiveEntry.DEFLATED);
            entry.setSize(file.size());
            creator.addArchiveEntry(entry, () -> open(file.path()));
        }
        try (ZipArchiveOutputStream zip = new ZipArchiveOutputStream(target)) {
            creator.writeTo(zip);
        }
    }

    private static InputStream open(Path file) {
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What users would type instead. */
    private static void commands(Path workspace, Path target) throws Exception {
        run(workspace, "git", "archive", "--format=zip", "-o", target.toString(), "HEAD");
        run(workspace, "curl", "-sS", "-f", "-o", "/dev/null", "-F", "file=@" + target, Uploads.url() + "/upload");
    }

    static void run(Path workspace, String... command) throws Exception {
        int status = new ProcessBuilder(command)
                .directory(workspace.toFile())
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException(command[0] + " ended with " + status);
        }
    }
}
