package io.jenkins.plugins.sastscan.service.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A port whose queue is full and stays so: connecting to it does not end. */
final class FullListener implements Closeable {
    private static final int MORE_THAN_THE_QUEUE = 8;

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
    private final List<SocketChannel> queue = new ArrayList<>();

    FullListener() throws IOException {
        for (int i = 0; i < MORE_THAN_THE_QUEUE; i++) {
            SocketChannel waiting = SocketChannel.open();
            waiting.configureBlocking(false);
            waiting.connect(listener.getLocalSocketAddress());
            queue.add(waiting);
        }
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (SocketChannel waiting : queue) {
            waiting.close();
        }
    }
}
