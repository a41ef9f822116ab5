package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.archive.DefaultExcludes;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.tools.ant.DirectoryScanner;
import org.apache.tools.zip.ZipEntry;
import org.apache.tools.zip.ZipOutputStream;

/** As comparable plugins do it: Ant's scanner, then Ant's zip, to a file or in the heap. */
final class AntWay {
    private static final int BUFFER = 8_192;

    private AntWay() {}

    static String[] select(Path workspace) {
        DirectoryScanner scanner = new DirectoryScanner();
        scanner.setBasedir(workspace.toFile());
        scanner.setExcludes(DefaultExcludes.patterns().toArray(new String[0]));
        scanner.scan();
        return scanner.getIncludedFiles();
    }

    static long archive(Path workspace, Path target) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(target.toFile())) {
            addAll(workspace, zip);
        }
        long bytes = Files.size(target);
        Files.delete(target);
        return bytes;
    }

    /** The zip in a growing buffer, a copy of it as an array, and another one to be sent. */
    static byte[] archiveInHeap(Path workspace) throws IOException {
        ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(buffer)) {
            addAll(workspace, zip);
        }
        return buffer.toByteArray().clone();
    }

    private static void addAll(Path workspace, ZipOutputStream zip) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (String name : select(workspace)) {
            File file = new File(workspace.toFile(), name);
            ZipEntry entry = new ZipEntry(name.replace(File.separatorChar, '/'));
            entry.setTime(file.lastModified());
            zip.putNextEntry(entry);
            try (InputStream in = new FileInputStream(file)) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    zip.write(buffer, 0, read);
                }
            }
            zip.closeEntry();
        }
    }
}
