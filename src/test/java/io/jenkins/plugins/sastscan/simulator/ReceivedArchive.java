package io.jenkins.plugins.sastscan.simulator;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipInputStream;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * An archive that a client uploaded.
 *
 * @param file the zip as it was received; there until the next upload to its project, or until the simulator is closed
 * @param bytes size of the zip
 * @param sha256 of the zip, in lower-case hexadecimal
 * @param entries entries read, directories among them
 * @param readable whether the zip could be read from its first entry to its last
 */
public record ReceivedArchive(Path file, long bytes, String sha256, long entries, boolean readable) {

    static ReceivedArchive inspect(Path file) {
        long entries = 0;
        boolean readable = true;
        try (ZipInputStream zip = new ZipInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            while (zip.getNextEntry() != null) {
                zip.transferTo(OutputStream.nullOutputStream());
                entries++;
            }
        } catch (IOException | IllegalArgumentException damaged) {
            readable = false;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new ReceivedArchive(file, Files.size(file), DigestUtils.sha256Hex(in), entries, readable);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
