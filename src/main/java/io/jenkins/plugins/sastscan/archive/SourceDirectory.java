package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The directory to archive. */
final class SourceDirectory {
    private SourceDirectory() {}

    static Path real(Path directory) throws ArchiveException {
        try {
            Path real = directory.toRealPath();
            if (Files.isDirectory(real)) {
                return real;
            }
        } catch (NoSuchFileException e) {
            throw new ArchiveException("The directory " + directory
                    + " does not exist. Check out the sources first, or set another directory.");
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
        throw new ArchiveException(directory + " is not a directory. Set the directory of the sources.");
    }

    static ArchiveException unreadable(Path directory, IOException failure) {
        return new ArchiveException("The directory " + directory + " cannot be read (" + IoReason.of(failure)
                + "). Make it readable for the user that runs the build.");
    }
}
