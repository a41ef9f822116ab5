package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/** A file to send, as it was when it was looked at. */
final class UploadFile {
    static final int CHUNK = 64 * 1024;

    /** Takes the file. */
    interface Chunks {
        void write(byte[] chunk, int length) throws IOException;
    }

    private final Path path;
    private final long size;
    private final FileTime lastModified;

    private UploadFile(Path path, BasicFileAttributes attributes) {
        this.path = path;
        this.size = attributes.size();
        this.lastModified = attributes.lastModifiedTime();
    }

    static UploadFile of(Path path) throws BodyFileException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw new BodyFileException(path, "is not a file");
            }
            return new UploadFile(path, attributes);
        } catch (BodyFileException e) {
            throw e;
        } catch (IOException e) {
            throw BodyFileException.of(path, e);
        }
    }

    long size() {
        return size;
    }

    /** Writes the file in chunks; fails before the last one if the file is no longer what it was. */
    void copyTo(Chunks out, ByteProgress progress) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long sent = 0;
        try (InputStream in = open()) {
            while (sent < size) {
                int due = (int) Math.min(CHUNK, size - sent);
                if (read(in, chunk, due) < due) {
                    throw changed();
                }
                sent += due;
                if (sent == size) {
                    checkUnchanged();
                }
                out.write(chunk, due);
                tell(progress, sent);
            }
        }
    }

    private void tell(ByteProgress progress, long sent) throws ProgressListenerException {
        try {
            progress.sent(sent, size);
        } catch (RuntimeException e) {
            throw new ProgressListenerException(e);
        }
    }

    /** That the file changed, as seen from what it has become. */
    BodyFileException changed() {
        return new BodyFileException(path, "changed while it was sent");
    }

    private InputStream open() throws BodyFileException {
        checkUnchanged();
        try {
            return Files.newInputStream(path);
        } catch (IOException e) {
            throw BodyFileException.of(path, e);
        }
    }

    private int read(InputStream in, byte[] chunk, int due) throws BodyFileException {
        try {
            return in.readNBytes(chunk, 0, due);
        } catch (IOException e) {
            throw BodyFileException.of(path, e);
        }
    }

    private void checkUnchanged() throws BodyFileException {
        UploadFile now = of(path);
        if (now.size != size || !now.lastModified.equals(lastModified)) {
            throw changed();
        }
    }
}
