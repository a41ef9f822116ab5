package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The directory whose files are archived. */
final class SourceDirectory {
    private SourceDirectory() {}

    /** Its real path. */
    static Path real(Path directory) throws ArchiveException {
        try {
            Path real = directory.toRealPath();
            if (Files.isDirectory(real)) {
                return real;
            }
        } catch (NoSuchFileException e) {
            throw new ArchiveException(
                    "Cannot archive " + directory + " since it does not exist: name the directory of the sources.");
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
        throw new ArchiveException(
                "Cannot archive " + directory + " since it is not a directory: name the directory of the sources.");
    }

    static ArchiveException unreadable(Path directory, IOException failure) {
        return new ArchiveException("Cannot archive " + directory + " since it cannot be read (" + IoReason.of(failure)
                + "): give the user that runs this the right to read it.");
    }
}
