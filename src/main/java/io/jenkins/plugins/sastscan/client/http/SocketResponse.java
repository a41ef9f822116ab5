package io.jenkins.plugins.sastscan.client.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

/**
 * A response that is read from a socket: first the head, then the body as a stream. Closing the stream does not close
 * the socket.
 */
final class SocketResponse extends InputStream {
    private static final int MAX_HEAD = 256 * 1024;
    private static final int MAX_CHUNK_LINE = 8 * 1024;
    private static final int PROXY_AUTHENTICATION = 407;

    private final Socket socket;
    private final InputStream in;
    private final List<String> headers = new ArrayList<>();
    private int status;
    private int lineLeft = MAX_HEAD;
    /** The number of bytes until the end of the body, or until the end of the current chunk. */
    private long left;

    private boolean chunked;
    private boolean untilClosed;
    /** The time after which no more of the body is read. */
    private long end;

    /** Reads the head of the final response. Informational responses are skipped. */
    SocketResponse(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        do {
            status = status(line());
            headers.clear();
            for (String line = line(); !line.isEmpty(); line = line()) {
                headers.add(line);
            }
        } while (status < 200 && status != 101);
    }

    int status() {
        return status;
    }

    private static int status(String line) throws ProtocolException {
        if (!line.matches("HTTP/1\\.. [1-9][0-9]{2}( .*)?")) {
            throw new ProtocolException("Unexpected status line: " + line);
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("unexpected end of stream");
            }
            if (--lineLeft < 0) {
                throw new ProtocolException("The head is too long");
            }
            line.append((char) next);
        }
        int length = line.length();
        return length > 0 && line.charAt(length - 1) == '\r' ? line.substring(0, length - 1) : line.toString();
    }

    private String header(String name) {
        return ServiceResponse.header(headers, name).orElse("");
    }

    /**
     * Reads the first part of the body, which may contain an error message or a web page.
     *
     * @param proxied whether the response may come from a proxy
     */
    ServiceResponse read(boolean proxied) throws ProtocolException {
        if (status == PROXY_AUTHENTICATION && !proxied) {
            throw new ProtocolException("Status 407 without a proxy");
        }
        chunked = header("Transfer-Encoding").equalsIgnoreCase("chunked");
        if (!chunked && status >= 200 && status != 204 && status != 205 && status != 304) {
            String length = header("Content-Length");
            untilClosed = !length.matches("[0-9]{1,18}");
            left = untilClosed ? Long.MAX_VALUE : Long.parseLong(length);
        }
        end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ServiceResponse.SECONDS_FOR_UNNEEDED);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        ServiceResponse.End bodyEnd;
        try {
            // Some servers compress the response although the request does not ask for compression.
            boolean packed = header("Content-Encoding").equalsIgnoreCase("gzip");
            bodyEnd = ServiceResponse.read(packed ? new GZIPInputStream(this) : this, false, body);
        } catch (IOException e) {
            bodyEnd = ServiceResponse.End.BROKEN;
        }
        return new ServiceResponse(status, headers, body.toByteArray(), bodyEnd);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        long millis = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (millis <= 0) {
            throw new SocketTimeoutException();
        }
        socket.setSoTimeout((int) millis);
        if (left == 0 && chunked) {
            nextChunk();
        }
        if (left == 0) {
            return -1;
        }
        int got = in.read(bytes, offset, (int) Math.min(length, left));
        if (got < 0 && !untilClosed) {
            throw new EOFException("unexpected end of stream");
        }
        left -= Math.max(0, got);
        if (left == 0 && chunked) {
            lineLeft = MAX_CHUNK_LINE;
            line();
        }
        return got;
    }

    private void nextChunk() throws IOException {
        lineLeft = MAX_CHUNK_LINE;
        String size = line().split(";", 2)[0].strip();
        if (!size.matches("[0-9a-fA-F]{1,15}")) {
            throw new ProtocolException("Unexpected size of a chunk: " + size);
        }
        left = Long.parseLong(size, 16);
        chunked = left > 0;
    }
}
