package io.jenkins.plugins.sastscan.jenkins;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A port of the loopback that counts who connects, and says nothing. */
public final class ConnectionCount implements AutoCloseable {
    private final ServerSocket socket;
    private final Thread thread;
    private final AtomicInteger connections = new AtomicInteger();

    private ConnectionCount() throws IOException {
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread = new Thread(this::accept, "connection-count");
        thread.start();
    }

    public static ConnectionCount start() throws IOException {
        return new ConnectionCount();
    }

    public String url() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/a";
    }

    /** So far; one who has connected is counted. */
    public int connections() throws IOException {
        // Connections are accepted in their order, so when this one is counted all before it are.
        try (Socket last = new Socket(InetAddress.getLoopbackAddress(), socket.getLocalPort())) {
            last.getInputStream().read();
        }
        return connections.get() - 1;
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                connections.incrementAndGet();
                connection.close();
            } catch (IOException e) {
                // Closed, or somebody went away: both are fine.
                continue;
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
