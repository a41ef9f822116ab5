package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A zip of some hundred kilobytes, under a name that a service should not see. */
public final class TestArchive {
    /** Only to be read. */
    public static final Path FILE = make();

    private TestArchive() {}

    private static Path make() {
        try {
            byte[] content = new byte[400_000];
            new Random(3).nextBytes(content);
            Path archive = Files.createTempFile("private name", ".zip");
            archive.toFile().deleteOnExit();
            try (OutputStream file = Files.newOutputStream(archive);
                    ZipOutputStream zip = new ZipOutputStream(file)) {
                zip.putNextEntry(new ZipEntry("src/Main.java"));
                zip.write(content);
            }
            return archive;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
