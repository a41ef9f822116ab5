package io.jenkins.plugins.sastscan.simulator;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;

/** The body of a request: noted as it is read, not faster than allowed, and never taken for whole when it is cut. */
final class RequestBody extends InputStream {
    private final InputStream in;
    private final long announced;
    private final Recording recording;
    private final long bytesPerSecond;
    private final long begin = System.nanoTime();
    private long length;

    /** @param announced the Content-Length; -1 when there is none */
    RequestBody(InputStream in, long announced, Recording recording, long bytesPerSecond) {
        this.in = in;
        this.announced = announced;
        this.recording = recording;
        this.bytesPerSecond = bytesPerSecond;
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int wanted) throws IOException {
        int read = in.read(buffer, offset, wanted);
        if (read > 0) {
            length += read;
            recording.read(buffer, offset, read);
            if (bytesPerSecond > 0) {
                waitUntil(begin + length * 1_000_000_000L / bytesPerSecond);
            }
        } else if (read < 0) {
            if (length < announced) {
                throw new EOFException("the body ended after " + length + " of " + announced + " bytes");
            }
            recording.complete();
        }
        return read;
    }

    private static void waitUntil(long nanoTime) throws IOException {
        try {
            TimeUnit.NANOSECONDS.sleep(nanoTime - System.nanoTime());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the simulator is closing");
        }
    }
}
