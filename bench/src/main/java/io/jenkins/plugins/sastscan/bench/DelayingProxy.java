package io.jenkins.plugins.sastscan.bench;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Forwards a local port to another port with a delay, and counts the bytes that come back. */
final class DelayingProxy implements Closeable {
    private static final int CHUNK = 1 << 16;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    private final AtomicLong bytesBack = new AtomicLong();
    private final int target;
    private final long nanosOneWay;

    DelayingProxy(int target, Duration roundTrip) throws IOException {
        this.target = target;
        this.nanosOneWay = roundTrip.toNanos() / 2;
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    long bytesBack() {
        return bytesBack.get();
    }

    private void accept() throws IOException {
        while (true) {
            Socket here = listener.accept();
            Socket there = new Socket(InetAddress.getByName("127.0.0.1"), target);
            here.setTcpNoDelay(true);
            there.setTcpNoDelay(true);
            forward(here, there, new AtomicLong());
            forward(there, here, bytesBack);
        }
    }

    /** An empty chunk marks the end of the stream. */
    private record Chunk(byte[] bytes, long due) {}

    private void forward(Socket from, Socket to, AtomicLong count) {
        BlockingQueue<Chunk> onTheWay = new LinkedBlockingQueue<>();
        start(() -> {
            try {
                InputStream in = from.getInputStream();
                byte[] buffer = new byte[CHUNK];
                for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                    count.addAndGet(got);
                    onTheWay.add(new Chunk(Arrays.copyOf(buffer, got), System.nanoTime() + nanosOneWay));
                }
            } finally {
                onTheWay.add(new Chunk(new byte[0], System.nanoTime() + nanosOneWay));
            }
        });
        start(() -> {
            try (to) {
                OutputStream out = to.getOutputStream();
                for (Chunk chunk = onTheWay.take(); chunk.bytes().length > 0; chunk = onTheWay.take()) {
                    TimeUnit.NANOSECONDS.sleep(chunk.due() - System.nanoTime());
                    out.write(chunk.bytes());
                }
            }
        });
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException e) {
                // The connection or the proxy was closed.
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
