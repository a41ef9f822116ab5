package io.jenkins.plugins.sastscan.simulator;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Reads a received archive from beginning to end, and writes its manifest, an entry at a time. */
final class ArchiveInspection {
    private final ObjectMapper json = new ObjectMapper();
    private final byte[] buffer = new byte[1 << 16];
    private final MessageDigest digest = Sha256.start();
    private long entries;
    private long rawBytes;

    private ArchiveInspection() {}

    static ReceivedArchive inspect(StoredArchive archive) {
        return new ArchiveInspection().read(archive);
    }

    private ReceivedArchive read(StoredArchive archive) {
        boolean readable;
        try (InputStream file = new BufferedInputStream(Files.newInputStream(archive.file()), buffer.length);
                ZipInputStream zip = new ZipInputStream(file);
                BufferedWriter manifest = Files.newBufferedWriter(archive.manifest())) {
            readable = readEntries(zip, manifest) && ZipEnd.entries(archive.file()) == entries;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ReceivedArchive(
                archive.file(), archive.bytes(), archive.sha256(), entries, rawBytes, archive.manifest(), readable);
    }

    private boolean readEntries(ZipInputStream zip, BufferedWriter manifest) throws IOException {
        while (true) {
            String name;
            long size;
            try {
                ZipEntry entry = zip.getNextEntry();
                if (entry == null) {
                    return true;
                }
                name = entry.getName();
                size = digestContent(zip);
            } catch (IOException | IllegalArgumentException damaged) {
                return false;
            }
            entries++;
            rawBytes += size;
            manifest.write(Sha256.end(digest) + "  " + size + "  " + json.writeValueAsString(name) + "\n");
        }
    }

    private long digestContent(InputStream content) throws IOException {
        long size = 0;
        for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
            digest.update(buffer, 0, read);
            size += read;
        }
        return size;
    }
}
