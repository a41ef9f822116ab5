package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** One running call of an operation: what faults and operations can do with it. */
final class Call {
    private final HttpExchange exchange;
    private final Recording recording;
    private final SimulatedOperation operation;
    private final String path;
    private final Service service;
    private final long bytesPerSecond;
    private RequestBody body;

    /** The service behind the faults. */
    interface Service {
        Reply answer(Call call) throws IOException;
    }

    Call(HttpExchange exchange, Recording recording, String path, Service service, long bytesPerSecond) {
        this.exchange = exchange;
        this.recording = recording;
        this.operation = recording.operation().orElse(null);
        this.path = path;
        this.service = service;
        this.bytesPerSecond = bytesPerSecond;
    }

    /** Null when method or path fit no operation. */
    SimulatedOperation operation() {
        return operation;
    }

    String method() {
        return exchange.getRequestMethod();
    }

    /** The raw path below the prefix; null when the request was not below it. */
    String path() {
        return path;
    }

    /** Null when there is none. */
    String rawQuery() {
        return exchange.getRequestURI().getRawQuery();
    }

    Headers headers() {
        return exchange.getRequestHeaders();
    }

    /** The Content-Length; -1 when there is none that can be read. */
    long announcedLength() {
        String length = headers().getFirst("Content-Length");
        return length != null && length.matches("[0-9]{1,18}") ? Long.parseLong(length) : -1;
    }

    InputStream body() {
        if (body == null) {
            body = new RequestBody(exchange.getRequestBody(), announcedLength(), recording, bytesPerSecond);
        }
        return body;
    }

    /** Notes what the body held. */
    void holds(List<BodyPart> parts) {
        recording.parts(parts);
    }

    /** Reads what is left of the body. */
    void drain() throws IOException {
        body().transferTo(OutputStream.nullOutputStream());
    }

    void readAtMost(long bytes) throws IOException {
        byte[] buffer = new byte[8192];
        long left = bytes;
        while (left > 0) {
            int read = body().read(buffer, 0, (int) Math.min(left, buffer.length));
            if (read < 0) {
                return;
            }
            left -= read;
        }
    }

    /** Does what is asked, without answering yet; the whole body has been read then. */
    Reply handle() throws IOException {
        Reply reply = service.answer(this);
        drain();
        return reply;
    }

    void send(Reply reply) throws IOException {
        byte[] sent = method().equals("HEAD") ? new byte[0] : reply.body();
        begin(reply, sent.length).write(sent);
        exchange.close();
    }

    /** Sends the head of an answer; its body is the caller's to write, and 0 bytes announced mean no body at all. */
    OutputStream begin(Reply reply, long announced) throws IOException {
        recording.answered(reply.status());
        reply.headers().forEach(exchange.getResponseHeaders()::add);
        if (announced == 0) {
            exchange.sendResponseHeaders(reply.status(), -1);
            return OutputStream.nullOutputStream();
        }
        exchange.sendResponseHeaders(reply.status(), announced);
        OutputStream out = exchange.getResponseBody();
        // Newer JDKs keep the head back until the first byte of the body, which a fault may hold for ever.
        out.flush();
        return out;
    }

    /** Closes the connection as it is: nothing more is read or sent. */
    void drop() throws IOException {
        throw new EOFException("the connection is dropped on purpose");
    }
}
