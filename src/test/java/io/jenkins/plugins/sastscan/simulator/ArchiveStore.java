package io.jenkins.plugins.sastscan.simulator;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/** Uploaded archives on disk, in one directory. */
final class ArchiveStore {
    private final Path directory;
    private final AtomicLong names = new AtomicLong();

    ArchiveStore(Path directory) {
        this.directory = directory;
    }

    /** A file being received; whoever receives it keeps or discards it. */
    Incoming receive() {
        return new Incoming(
                directory.resolve("upload-" + names.incrementAndGet() + ".zip").toFile());
    }

    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Errors of the disk are the simulator's own trouble and come unchecked: they are no errors of the client. */
    static final class Incoming extends OutputStream {
        private static final byte[] ENTRY = {'P', 'K', 3, 4};
        private static final byte[] NO_ENTRIES = {'P', 'K', 5, 6};

        private final Path file;
        // Unlike a channel, this is not closed by an interrupt.
        private final FileOutputStream out;
        private final MessageDigest digest = Sha256.start();
        private final BoundedBytes beginning = new BoundedBytes(ENTRY.length);
        private long bytes;

        Incoming(File file) {
            this.file = file.toPath();
            try {
                out = new FileOutputStream(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void write(int single) {
            write(new byte[] {(byte) single}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            try {
                out.write(source, offset, length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            digest.update(source, offset, length);
            beginning.write(source, offset, length);
            bytes += length;
        }

        @Override
        public void close() {
            try {
                out.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void discard() {
            close();
            delete(file);
        }

        boolean looksLikeZip() {
            byte[] first = beginning.kept();
            return Arrays.equals(first, ENTRY) || Arrays.equals(first, NO_ENTRIES);
        }

        StoredArchive stored() {
            return new StoredArchive(file, bytes, Sha256.end(digest));
        }
    }
}
