package io.jenkins.plugins.sastscan.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.simulator.ReceivedArchive;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Proves that a received archive equals the files selected from a directory: the selection is walked once more and held,
 * file by file, against what the service's side found in the zip. Both are in one order, so memory does not grow.
 */
final class ArchiveProof {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path directory;
    private final byte[] buffer = new byte[1 << 16];
    private long files;
    private long bytes;

    ArchiveProof(Path directory) {
        this.directory = directory;
    }

    /**
     * Compares.
     *
     * @return a sentence that says what was proved
     * @throws IOException if anything differs; the message names the first difference
     */
    String prove(Selection selection, ReceivedArchive received) throws IOException, InterruptedException {
        if (!received.readable()) {
            throw new ArchiveException("The archive that the service received cannot be read to its end.");
        }
        try (BufferedReader manifest = Files.newBufferedReader(received.manifest())) {
            new DirectoryArchiver(SizeLimit.none()).list(directory, selection, file -> compare(file, manifest));
            String more = manifest.readLine();
            if (more != null) {
                throw new ArchiveException("The archive received holds what was not selected: " + more);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return "Proved: all " + Figures.count(files, "file") + " (" + Figures.bytes(bytes)
                + ") of the archive received equal the selected ones, by name, size and SHA-256.";
    }

    private void compare(SelectedFile file, BufferedReader manifest) {
        try {
            String expected = sha256(file.path()) + "  " + file.size() + "  " + file.name();
            String line = manifest.readLine();
            if (!Objects.equals(expected, decoded(line))) {
                throw new ArchiveException("The archive received differs: selected was " + PlainText.oneLine(expected)
                        + ", received " + PlainText.oneLine(line) + ".");
            }
            files++;
            bytes += file.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A line of the manifest with its name as it is instead of quoted. */
    private static String decoded(String line) throws IOException {
        if (line == null) {
            return null;
        }
        int quote = line.indexOf('"');
        return line.substring(0, quote) + JSON.readValue(line.substring(quote), String.class);
    }

    private String sha256(Path file) throws IOException {
        try (DigestInputStream in =
                new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            while (in.read(buffer) >= 0) {
                // The digest is what is wanted.
            }
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
