package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file to which an archive is written, and its manifest. Must not exist before; deleted on close unless kept. */
final class TargetFile implements Closeable {
    private final Path path;
    private final SeekableByteChannel channel;
    private Path manifest;
    private boolean kept;

    private TargetFile(Path path, SeekableByteChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static TargetFile create(Path path) throws ArchiveException {
        try {
            return new TargetFile(path, PrivateFiles.create(path));
        } catch (IOException e) {
            throw failure(path, e);
        }
    }

    static ArchiveException failure(Path path, IOException failure) {
        return new ArchiveException("Cannot write the archive " + path + " (" + IoReason.of(failure)
                + "). Check the free disk space and the permissions.");
    }

    SeekableByteChannel channel() {
        return channel;
    }

    /** Opens the file again to read it while it is written. */
    SeekableByteChannel openAgain() throws IOException {
        return Files.newByteChannel(path);
    }

    Manifest.Writer openManifest() throws IOException {
        Path next = path.getFileSystem().getPath(Manifest.of(path.toString()));
        OutputStream out = Channels.newOutputStream(PrivateFiles.create(next));
        manifest = next;
        return new Manifest.Writer(out, Manifest.MAX_BYTES);
    }

    Path real() throws IOException {
        return path.toRealPath();
    }

    /** Creates a temporary file next to it, which is deleted on close. */
    SeekableByteChannel openSpool() throws IOException {
        return PrivateFiles.create(
                path.resolveSibling(path.getFileName() + ".directory"), StandardOpenOption.DELETE_ON_CLOSE);
    }

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
                if (manifest != null) {
                    Files.deleteIfExists(manifest);
                }
            }
        }
    }
}
