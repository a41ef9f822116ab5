package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;

/** Sockets that do not connect. */
final class StuckSockets extends SocketFactory {
    private final boolean timeOut;
    private final CountDownLatch connecting = new CountDownLatch(1);

    private StuckSockets(boolean timeOut) {
        this.timeOut = timeOut;
    }

    /** Connecting ends at once as if the time for it were over. */
    static StuckSockets timingOut() {
        return new StuckSockets(true);
    }

    /** Connecting lasts until the socket is closed. */
    static StuckSockets hanging() {
        return new StuckSockets(false);
    }

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
                if (timeOut) {
                    throw new SocketTimeoutException("Connect timed out");
                }
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
