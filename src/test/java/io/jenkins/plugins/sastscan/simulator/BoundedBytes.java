package io.jenkins.plugins.sastscan.simulator;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** Keeps the first bytes written, up to a limit, and drops the others. */
final class BoundedBytes extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int limit;
    private boolean overflowed;

    BoundedBytes(int limit) {
        this.limit = limit;
    }

    @Override
    public void write(int single) {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        int room = Math.min(length, limit - bytes.size());
        bytes.write(source, offset, room);
        overflowed |= room < length;
    }

    boolean overflowed() {
        return overflowed;
    }

    byte[] kept() {
        return bytes.toByteArray();
    }
}
