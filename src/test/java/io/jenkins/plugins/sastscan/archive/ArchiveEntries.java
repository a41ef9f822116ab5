package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/** The names and contents of archive entries, as different libraries read them. */
public final class ArchiveEntries {
    private ArchiveEntries() {}

    public static Map<String, byte[]> byZipInputStream(Path archive) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                entries.put(entry.getName(), in.readAllBytes());
            }
        }
        return entries;
    }

    /** The entries in the order of the central directory. */
    public static Map<String, byte[]> byZipFile(Path archive) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        return entries;
    }

    /** The entries, sorted by the position of their data in the file. */
    public static Map<String, byte[]> byCommonsCompress(Path archive) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (var zip = org.apache.commons.compress.archivers.zip.ZipFile.builder()
                .setPath(archive)
                .get()) {
            for (var entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
                entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        return entries;
    }
}
