package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.text.Figures;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.io.IOUtils;

/**
 * Proves that a received archive equals the files selected from a directory: the selection is walked once more and held,
 * file by file, against the zip. Both are in one order, so memory does not grow.
 */
final class ArchiveProof {
    private long files;
    private long bytes;

    /**
     * Compares.
     *
     * @return a sentence that says what was proved
     * @throws IOException if anything differs; the message names the first difference
     */
    String prove(Path directory, Selection selection, Path archive) throws IOException, InterruptedException {
        try (ZipInputStream zip = new ZipInputStream(new BufferedInputStream(Files.newInputStream(archive)))) {
            new DirectoryArchiver(SizeLimit.none()).list(directory, selection, file -> compare(file, zip));
            ZipEntry more = zip.getNextEntry();
            if (more != null) {
                throw differs(more.getName());
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return "Proved: all " + Figures.count(files, "file") + " (" + Figures.bytes(bytes)
                + ") of the archive received equal the selected ones, by name and content.";
    }

    private void compare(SelectedFile file, ZipInputStream zip) {
        try (InputStream content = new BufferedInputStream(Files.newInputStream(file.path()))) {
            ZipEntry entry = zip.getNextEntry();
            if (entry == null || !entry.getName().equals(file.name()) || !IOUtils.contentEquals(content, zip)) {
                throw differs(file.name());
            }
            files++;
            bytes += file.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ArchiveException differs(String name) {
        return new ArchiveException(
                "The archive received differs from the selected files at " + PlainText.oneLine(name) + ".");
    }
}
