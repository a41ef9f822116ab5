package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

abstract class ReadyArchiveFixture extends ArchiveFixture {
    static void assertRefused(Path file, String why) {
        assertRefused(() -> inspect(file), "The archive " + file + " ", why);
    }

    static ArchiveFacts inspect(Path file) throws Exception {
        return ReadyArchive.inspect(file, SizeLimit.none(), done -> {}, each -> {});
    }

    /** Creates a zip file in which the content of each file is its name. */
    Path zip(String... names) throws Exception {
        return zip(StandardCharsets.UTF_8, names);
    }

    Path zip(Charset charset, String... names) throws Exception {
        Path file = temp.resolve("made.zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out, charset)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                if (!name.endsWith("/")) {
                    zip.write(name.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return file;
    }

    void join(byte[]... parts) throws IOException {
        try (OutputStream out = Files.newOutputStream(target)) {
            for (byte[] part : parts) {
                out.write(part);
            }
        }
    }
}
