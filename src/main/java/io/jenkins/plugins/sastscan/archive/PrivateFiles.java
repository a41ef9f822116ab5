package io.jenkins.plugins.sastscan.archive;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Creates files and folders that only their owner can read, regardless of the umask. On systems without POSIX
 * permissions, such as Windows, the access control list of the parent folder applies.
 */
public final class PrivateFiles {
    private PrivateFiles() {}

    /** Does nothing if the folder exists. Missing parent folders get default permissions. */
    public static void createFolder(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath();
        Path parent = absolute.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.createDirectories(absolute, mode(absolute, "rwx------"));
    }

    public static FileChannel create(Path file, StandardOpenOption... more) throws IOException {
        Set<StandardOpenOption> options = EnumSet.of(CREATE_NEW, READ, WRITE);
        options.addAll(List.of(more));
        return FileChannel.open(file, options, mode(file, "rw-------"));
    }

    /** Creates the file if it does not exist. */
    public static FileChannel open(Path file) throws IOException {
        return FileChannel.open(file, EnumSet.of(CREATE, WRITE), mode(file, "rw-------"));
    }

    private static FileAttribute<?>[] mode(Path path, String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
