package io.jenkins.plugins.sastscan.service;

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

/** An answer as it is read from a socket: its head, then its body as a stream. */
final class SocketAnswer extends InputStream {
    static final int LONGEST_HEAD = 256 * 1024;
    private static final int LONGEST_CHUNK_LINE = 8 * 1024;
    private static final int PROXY_WANTS_USER = 407;
    private static final String VERSION = "HTTP/1.";

    private final Socket socket;
    private final InputStream in;
    private final List<String> headers = new ArrayList<>();
    private int status;
    private int lineLeft = LONGEST_HEAD;
    /** Bytes until the end of the body or of its current chunk. */
    private long left;

    private boolean chunked;
    private boolean untilClosed;
    /** When reading is given up: of an upload the status decides. */
    private long end;

    /** Reads a head, and past those that only announce another one. */
    SocketAnswer(Socket socket) throws IOException {
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
        int digits = VERSION.length() + 2;
        int end = digits + 3;
        if (line.startsWith(VERSION) && line.length() >= end && (line.length() == end || line.charAt(end) == ' ')) {
            int status = 0;
            for (int i = digits; i < end && status >= 0; i++) {
                int digit = Character.digit(line.charAt(i), 10);
                status = digit < 0 ? -1 : status * 10 + digit;
            }
            if (status >= 100) {
                return status;
            }
        }
        throw new ProtocolException("Unexpected status line: " + line);
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
        String found = "";
        for (String header : headers) {
            if (header.length() > name.length()
                    && header.charAt(name.length()) == ':'
                    && header.regionMatches(true, 0, name, 0, name.length())) {
                found = header.substring(name.length() + 1).strip();
            }
        }
        return found;
    }

    /**
     * Reads of the body what is of use: words of a refusal, or a web page.
     *
     * @param proxied whether a proxy may have answered
     */
    UploadReply.Answered reply(boolean proxied) throws IOException {
        if (status == PROXY_WANTS_USER && !proxied) {
            throw new ProtocolException("Status 407 where no proxy was asked");
        }
        frame();
        end = System.nanoTime() + TimeUnit.SECONDS.toNanos(AnswerReader.ASIDE_SECONDS);
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        Answer.End bodyEnd;
        try {
            bodyEnd = AnswerReader.read(unpacked(), false, read);
        } catch (IOException e) {
            bodyEnd = Answer.End.BROKEN;
        }
        return new UploadReply.Answered(status, headers, read.toByteArray(), bodyEnd);
    }

    /** Nobody asked for compression, but some answer so all the same. */
    private InputStream unpacked() throws IOException {
        return header("Content-Encoding").equalsIgnoreCase("gzip") ? new GZIPInputStream(this) : this;
    }

    private void frame() {
        chunked = header("Transfer-Encoding").equalsIgnoreCase("chunked");
        if (!chunked && status >= 200 && status != 204 && status != 205 && status != 304) {
            left = length(header("Content-Length"));
            untilClosed = left == Long.MAX_VALUE;
        }
    }

    private static long length(String number) {
        try {
            long length = Long.parseLong(number);
            return length < 0 ? Long.MAX_VALUE : length;
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
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
            lineLeft = LONGEST_CHUNK_LINE;
            line();
        }
        return got;
    }

    private void nextChunk() throws IOException {
        lineLeft = LONGEST_CHUNK_LINE;
        String size = line().split(";", 2)[0].strip();
        try {
            left = Long.parseLong(size, 16);
        } catch (NumberFormatException e) {
            throw new ProtocolException("Unexpected size of a chunk: " + size);
        }
        if (left < 0) {
            throw new ProtocolException("Unexpected size of a chunk: " + size);
        }
        chunked = left > 0;
    }
}
