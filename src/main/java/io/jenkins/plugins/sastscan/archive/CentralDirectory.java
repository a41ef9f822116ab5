package io.jenkins.plugins.sastscan.archive;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/**
 * Collects the central directory until the end of the archive: first in memory, then in a temporary file, so memory use
 * does not depend on the number of entries. Not thread-safe.
 */
final class CentralDirectory implements Closeable {
    /** Opens the temporary file, which is deleted on close. */
    interface Spool {
        SeekableByteChannel open() throws IOException;
    }

    private static final int MAX_IN_MEMORY = 1 << 18;

    private final Spool spool;
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream(1 << 12);
    private SeekableByteChannel file;

    CentralDirectory(Spool spool) {
        this.spool = spool;
    }

    void add(byte[] header) throws IOException {
        pending.writeBytes(header);
        if (pending.size() > MAX_IN_MEMORY) {
            if (file == null) {
                file = spool.open();
            }
            ByteBuffer bytes = ByteBuffer.wrap(pending.toByteArray());
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            pending.reset();
        }
    }

    /** Writes all headers. They are already measured. */
    void writeTo(ArchiveOutput out) throws IOException {
        if (file != null) {
            file.position(0);
            ByteBuffer chunk = ByteBuffer.allocate(1 << 16);
            while (file.read(chunk.clear()) >= 0) {
                out.writeMeasured(chunk.array(), 0, chunk.position());
            }
        }
        out.writeMeasured(pending.toByteArray(), 0, pending.size());
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
