package io.jenkins.plugins.sastscan.archive;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The archive of a submission, in a directory of its own that only its owner can read. */
public final class TemporaryFiles {
    private static final String PREFIX = "sast-scan-";

    /**
     * A killed submission leaves its directory. One that waits touches its directory whenever another gets the turn,
     * which takes hours at most.
     */
    private static final Duration LEFTOVER = Duration.ofDays(1);

    private TemporaryFiles() {}

    /**
     * Creates a directory, and deletes those that killed submissions left.
     *
     * @param folder the temporary directory of the workspace, which other steps use, too
     * @return the path for the archive
     */
    public static Path create(Path folder) throws ArchiveException, InterruptedException {
        try {
            // Somebody can commit a link with the name of the temporary directory.
            if (Files.isSymbolicLink(folder)) {
                throw new ArchiveException("The temporary directory " + folder + " is a link. Remove the link.");
            }
            Files.createDirectories(folder);
            Path own = Files.createTempDirectory(folder, PREFIX);
            // Compared with the time of a new directory, because the clocks of machines and file servers differ.
            Instant now = Files.getLastModifiedTime(own).toInstant();
            deleteLeftovers(folder, FileTime.from(now.minus(LEFTOVER)));
            return own.resolve("source.zip");
        } catch (IOException e) {
            throw ArchiveException.of(
                    "The temporary directory " + folder + " cannot be used",
                    e,
                    "Check the free disk space and the permissions.");
        }
    }

    /** Creates a file that only its owner can read, regardless of the umask, on systems with POSIX permissions. */
    public static OutputStream newFile(Path file) throws IOException {
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?> mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Files.createFile(file, posix ? new FileAttribute<?>[] {mode} : new FileAttribute<?>[0]);
        return new BufferedOutputStream(
                Channels.newOutputStream(FileChannel.open(file, StandardOpenOption.WRITE)), 1 << 18);
    }

    /** Shows other submissions that the archive is in use. */
    public static void touch(Path archive) throws IOException {
        // The file system sets the time, because the clock of this machine can differ.
        Files.delete(Files.createTempFile(Objects.requireNonNull(archive.getParent()), "touched", null));
    }

    /** Deletes the directory of an archive. Does nothing if there is none. */
    public static void delete(Path archive) throws IOException {
        deleteDirectory(Objects.requireNonNull(archive.getParent()));
    }

    private static void deleteLeftovers(Path folder, FileTime before) {
        for (Path found : list(folder, PREFIX)) {
            try {
                if (Files.getLastModifiedTime(found, LinkOption.NOFOLLOW_LINKS).compareTo(before) < 0) {
                    deleteDirectory(found);
                }
            } catch (IOException e) {
                // Another submission can delete the same directory, or it belongs to another user.
            }
        }
    }

    private static void deleteDirectory(Path directory) throws IOException {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            for (Path file : list(directory, "")) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        }
    }

    /** Returns nothing if the directory cannot be read. */
    private static List<Path> list(Path directory, String prefix) {
        File[] found = directory.toFile().listFiles((any, name) -> name.startsWith(prefix));
        return found == null ? List.of() : Stream.of(found).map(File::toPath).toList();
    }
}
