package io.jenkins.plugins.sastscan.jenkins;

import io.jenkins.plugins.sastscan.simulator.SimulatedProject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

public final class Zips {
    private Zips() {}

    public static byte[] of(String name, String content) throws IOException {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(archive)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return archive.toByteArray();
    }

    /** Maps the names of the files in the last received archive to their contents. */
    public static Map<String, String> received(SimulatedProject project) throws IOException {
        var archive =
                project.lastUpload().orElseThrow(() -> new AssertionError("nothing was uploaded to " + project.id()));
        return read(archive.file());
    }

    public static Map<String, String> read(Path archive) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive), StandardCharsets.UTF_8)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory()) {
                    files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        return files;
    }
}
