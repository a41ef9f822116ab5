package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A zip of some hundred kilobytes, under a name that a service should not see. */
public final class TestArchive {
    private TestArchive() {}

    public static Path in(Path directory) throws IOException {
        byte[] content = new byte[400_000];
        new Random(3).nextBytes(content);
        Path archive = directory.resolve("private name.zip");
        try (OutputStream file = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.putNextEntry(new ZipEntry("src/Main.java"));
            zip.write(content);
        }
        return archive;
    }
}
