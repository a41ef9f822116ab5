package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A call to the simulator: the request, which is recorded, and the response. */
final class Call {
    private static final int KEPT_BYTES = 64 * 1024;

    private final HttpExchange exchange;
    private final Optional<SimulatedOperation> operation;
    private final String path;
    private final Simulator simulator;
    private final Body body;
    private List<RecordedRequest.Part> parts = List.of();

    Call(
            HttpExchange exchange,
            Optional<SimulatedOperation> operation,
            String path,
            Simulator simulator,
            long bytesPerSecond) {
        this.exchange = exchange;
        this.operation = operation;
        this.path = path;
        this.simulator = simulator;
        body = new Body(exchange.getRequestBody(), announcedLength(), bytesPerSecond);
    }

    /** The called operation, or null if no operation matches the method and the path. */
    SimulatedOperation operation() {
        return operation.orElse(null);
    }

    /** The raw path without the prefix of the dialect. */
    String path() {
        return path;
    }

    /** The raw query, or null if the URL has none. */
    String rawQuery() {
        return exchange.getRequestURI().getRawQuery();
    }

    /** The value of a header; empty if the header is missing or was sent more than once. */
    String header(String name) {
        return RecordedRequest.single(exchange.getRequestHeaders(), name).orElse("");
    }

    /** The Content-Length; -1 if it is missing or unreadable. */
    long announcedLength() {
        String length = header("Content-Length");
        return length.matches("[0-9]{1,18}") ? Long.parseLong(length) : -1;
    }

    InputStream body() {
        return body;
    }

    synchronized void recordParts(List<RecordedRequest.Part> found) {
        parts = List.copyOf(found);
    }

    void drain() throws IOException {
        body.transferTo(OutputStream.nullOutputStream());
    }

    /** Reads the whole body and carries out the operation, without sending the response. */
    Reply handle() throws IOException {
        Reply reply = simulator.answer(this);
        drain();
        return reply;
    }

    void send(Reply reply) throws IOException {
        begin(reply, reply.body().length).write(reply.body());
        exchange.close();
    }

    /** Sends the response head. The caller writes the body. An announced length of 0 means that there is no body. */
    OutputStream begin(Reply reply, long announced) throws IOException {
        reply.headers().forEach(exchange.getResponseHeaders()::add);
        if (announced == 0) {
            exchange.sendResponseHeaders(reply.status(), -1);
            return OutputStream.nullOutputStream();
        }
        exchange.sendResponseHeaders(reply.status(), announced);
        OutputStream out = exchange.getResponseBody();
        // Newer JDKs delay the response head until the first byte of the body. A fault can hold back that byte forever.
        out.flush();
        return out;
    }

    /** Closes the connection without reading or sending more. */
    void drop() throws IOException {
        throw new EOFException("the connection is dropped on purpose");
    }

    synchronized RecordedRequest recorded() {
        return new RecordedRequest(
                operation,
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                exchange.getRequestHeaders(),
                body.recorded(parts));
    }

    /** Records the body of a request while it is read, and limits the reading speed. */
    private static final class Body extends InputStream {
        private final InputStream in;
        private final long announced;
        private final long bytesPerSecond;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private long begin;
        private long length;
        private boolean complete;

        Body(InputStream in, long announced, long bytesPerSecond) {
            this.in = in;
            this.announced = announced;
            this.bytesPerSecond = bytesPerSecond;
        }

        @Override
        public int read() throws IOException {
            byte[] single = new byte[1];
            return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int wanted) throws IOException {
            if (length == 0) {
                begin = System.nanoTime();
            }
            int read = in.read(buffer, offset, wanted);
            if (read < 0 && length < announced) {
                throw new EOFException("the body ended after " + length + " of " + announced + " bytes");
            }
            note(buffer, offset, read);
            if (read > 0 && bytesPerSecond > 0) {
                waitUntil(begin + length * 1_000_000_000L / bytesPerSecond);
            }
            return read;
        }

        private synchronized void note(byte[] buffer, int offset, int read) {
            if (read < 0) {
                complete = true;
            } else {
                length += read;
                kept.write(buffer, offset, Math.min(read, KEPT_BYTES - kept.size()));
            }
        }

        synchronized RecordedRequest.Body recorded(List<RecordedRequest.Part> parts) {
            return new RecordedRequest.Body(length, kept.toByteArray(), complete, parts);
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
}
