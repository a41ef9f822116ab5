package io.jenkins.plugins.sastscan.service.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;

/** Sockets whose connecting lasts until they are closed. */
final class StuckSockets extends SocketFactory {
    private final CountDownLatch connecting = new CountDownLatch(1);

    void awaitConnecting() throws InterruptedException {
        if (!connecting.await(20, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody connects");
        }
    }

    /** Waits as blocking I/O does: an interrupt does not matter. */
    static void await(CountDownLatch latch) {
        boolean over = false;
        while (!over) {
            try {
                over = latch.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                over = false;
            }
        }
    }

    @Override
    public Socket createSocket() {
        CountDownLatch closed = new CountDownLatch(1);
        return new Socket() {
            @Override
            public void connect(SocketAddress address, int millis) throws IOException {
                connecting.countDown();
                StuckSockets.await(closed);
                throw new SocketException("Socket closed");
            }

            @Override
            public void close() throws IOException {
                closed.countDown();
                super.close();
            }
        };
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException();
    }
}
