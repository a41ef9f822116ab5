package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.ServiceUrl;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A server on loopback that says what a test wants, HTTP or not. */
final class RawServer implements Closeable {
    private final ServerSocket listener;
    private final Conversation conversation;
    private final List<String> heads = new CopyOnWriteArrayList<>();
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final CountDownLatch accepted = new CountDownLatch(1);

    /** What happens on a connection, which is closed afterwards. */
    @FunctionalInterface
    interface Conversation {
        void hold(RawServer server, Socket socket) throws IOException;
    }

    RawServer(Conversation conversation) throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")), conversation);
    }

    RawServer(ServerSocket listener, Conversation conversation) {
        this.listener = listener;
        this.conversation = conversation;
        start(this::accept);
    }

    /** Reads the head of a request and answers with these bytes, whatever is asked. */
    static RawServer answering(String answer) throws IOException {
        return answering(answer.getBytes(StandardCharsets.ISO_8859_1));
    }

    static RawServer answering(byte[] answer) throws IOException {
        return new RawServer((server, socket) -> {
            server.readHead(socket);
            socket.getOutputStream().write(answer);
        });
    }

    int port() {
        return listener.getLocalPort();
    }

    ServiceUrl url() {
        return ServiceUrl.base("http://127.0.0.1:" + port(), true);
    }

    /** The heads of all requests so far. */
    List<String> heads() {
        return List.copyOf(heads);
    }

    int connections() {
        return connections.size();
    }

    void awaitConnection() throws InterruptedException {
        if (!accepted.await(20, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody came");
        }
    }

    /** Reads up to the empty line that ends a head. */
    String readHead(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int next = in.read();
        while (next >= 0) {
            head.write(next);
            if (head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
                break;
            }
            next = in.read();
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        heads.add(text);
        return text;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                connections.add(socket);
                accepted.countDown();
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
            // The other side went away, as clients do.
            return;
        }
    }

    private static void start(Runnable task) {
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
