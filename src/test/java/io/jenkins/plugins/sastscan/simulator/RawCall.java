package io.jenkins.plugins.sastscan.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A call as bytes on a socket, for what no HTTP client would do or show. */
final class RawCall implements AutoCloseable {
    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;

    RawCall(Simulator simulator) throws IOException {
        socket = new Socket(simulator.baseUrl().getHost(), simulator.baseUrl().getPort());
        socket.setSoTimeout(30_000);
        out = socket.getOutputStream();
        in = socket.getInputStream();
    }

    /** Sends the head of a right upload to project 1 in the contract's dialect. */
    RawCall uploadHead(Simulator simulator, long length) throws IOException {
        return send("POST /projects/1/sourceCode/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                + simulator.accessToken() + "\r\nAccept: application/json;v=4.0\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + length + "\r\n\r\n");
    }

    /** Sends a right request for the license data in the contract's dialect. */
    RawCall license(Simulator simulator) throws IOException {
        return send("GET /serverLicenseData HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + simulator.accessToken()
                + "\r\nAccept: application/json;v=4.0\r\n\r\n");
    }

    RawCall send(String latin1) throws IOException {
        out.write(Client.bytes(latin1));
        out.flush();
        return this;
    }

    /** Sends no more, though more was announced; what the server says can still be read. */
    RawCall breakOff() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Reads until the text read ends with the given text, or the connection ends. */
    String readUntil(String end) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        while (!read.toString(StandardCharsets.ISO_8859_1).endsWith(end)) {
            int next = read();
            if (next < 0) {
                break;
            }
            read.write(next);
        }
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    /** The next byte; -1 when the server has closed the connection, however rudely. */
    int read() throws IOException {
        try {
            return in.read();
        } catch (SocketException reset) {
            return -1;
        }
    }

    String readAll() throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        for (int next = read(); next >= 0; next = read()) {
            read.write(next);
        }
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
