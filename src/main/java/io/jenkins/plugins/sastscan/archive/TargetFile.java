package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file that an archive is written to: deleted again unless it is kept, and never one that was there before. */
final class TargetFile implements Closeable {
    private final Path path;
    private final SeekableByteChannel channel;
    private boolean kept;

    private TargetFile(Path path, SeekableByteChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static TargetFile create(Path path) throws ArchiveException {
        try {
            return new TargetFile(path, PrivateFiles.create(path));
        } catch (FileAlreadyExistsException e) {
            throw new ArchiveException(
                    "Cannot write the archive " + path + " since a file of that name exists: remove it.");
        } catch (IOException e) {
            throw failure(path, e);
        }
    }

    /** What to tell when writing fails. */
    static ArchiveException failure(Path path, IOException failure) {
        return new ArchiveException("Cannot write the archive " + path + " (" + IoReason.of(failure)
                + "): free space on that disk, or point the temporary folder elsewhere.");
    }

    SeekableByteChannel channel() {
        return channel;
    }

    /** Opens the file a second time, to be read from its beginning while it is written. */
    SeekableByteChannel openAgain() throws IOException {
        return Files.newByteChannel(path);
    }

    Path real() throws IOException {
        return path.toRealPath();
    }

    /** A second file beside, which is gone when it is closed. */
    SeekableByteChannel openSpool() throws IOException {
        return PrivateFiles.create(
                path.resolveSibling(path.getFileName() + ".directory"), StandardOpenOption.DELETE_ON_CLOSE);
    }

    /** Closes the file, which is complete. */
    void keep() throws IOException {
        channel.close();
        kept = true;
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            if (!kept) {
                Files.deleteIfExists(path);
            }
        }
    }
}
