package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.ServiceUrl;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/** A server on the loopback interface that sends any bytes, even invalid HTTP. */
public final class RawServer implements Closeable {
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private final ServerSocket listener;
    private final Conversation conversation;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();

    /** Talks to one client. The server then closes the connection. */
    @FunctionalInterface
    public interface Conversation {
        void hold(RawServer server, Socket socket) throws IOException;
    }

    public RawServer(Conversation conversation) throws IOException {
        this(50, conversation);
        start(this::accept);
    }

    private RawServer(int backlog, Conversation conversation) throws IOException {
        this.listener = new ServerSocket();
        // With a small buffer, an upload of 8 MiB waits for the server to read it.
        listener.setReceiveBufferSize(1 << 16);
        listener.bind(new InetSocketAddress("127.0.0.1", 0), backlog);
        this.conversation = conversation;
    }

    /** A server whose connection queue is full, so that each further connection attempt blocks. */
    static RawServer full() throws IOException {
        RawServer server = new RawServer(1, (self, socket) -> {});
        for (int i = 0; i < 8; i++) {
            SocketChannel waiting = SocketChannel.open();
            waiting.configureBlocking(false);
            waiting.connect(server.listener.getLocalSocketAddress());
            server.connections.add(waiting.socket());
        }
        return server;
    }

    /** A server that reads each request completely and sends the given response. */
    static RawServer answering(String answer) throws IOException {
        return new RawServer((server, socket) -> {
            server.readRequest(socket);
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        });
    }

    /** Returns compressed text. Each character of the result is a byte. */
    static String gzip(String text) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        return compressed.toString(StandardCharsets.ISO_8859_1);
    }

    public int port() {
        return listener.getLocalPort();
    }

    ServiceUrl url() {
        return ServiceUrl.base("http://127.0.0.1:" + port(), true);
    }

    List<String> heads() {
        return List.copyOf(heads);
    }

    int connections() {
        return connections.size();
    }

    /** Reads the head of a request, including the empty line at the end. */
    public String readHead(Socket socket) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int next = socket.getInputStream().read();
        while (next >= 0) {
            head.write(next);
            boolean ended = head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n");
            next = ended ? -1 : socket.getInputStream().read();
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        heads.add(text);
        return text;
    }

    void readRequest(Socket socket) throws IOException {
        socket.getInputStream().skipNBytes(readLength(socket));
    }

    /** Reads the head of a request, and returns the length of the request body. */
    long readLength(Socket socket) throws IOException {
        Matcher length = LENGTH.matcher(readHead(socket));
        return length.find() ? Long.parseLong(length.group(1)) : 0;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                connections.add(socket);
                start(() -> converse(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void converse(Socket socket) {
        try (socket) {
            conversation.hold(this, socket);
        } catch (IOException e) {
            // The client closed the connection.
            return;
        }
    }

    public static void start(Runnable task) {
        Thread thread = new Thread(task, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : connections) {
            socket.close();
        }
    }
}
