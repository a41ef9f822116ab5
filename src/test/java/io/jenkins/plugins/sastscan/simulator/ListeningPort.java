package io.jenkins.plugins.sastscan.simulator;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** A random port of 127.0.0.1 that accepts HTTP or HTTPS connections. */
final class ListeningPort implements AutoCloseable {
    private static final String HOST = "127.0.0.1";

    /**
     * The ports of all servers of this process. No server gets the port of an earlier one, because the plugin remembers
     * for hours that an upload to an address has failed.
     */
    private static final Set<Integer> USED = ConcurrentHashMap.newKeySet();

    private final String scheme;
    private final HttpHandler handler;
    private final InetSocketAddress address;
    private final ExecutorService threads;
    private volatile HttpServer server;
    /** Keeps the port while it refuses connections. */
    private Socket reservation = new Socket();

    ListeningPort(Optional<SSLContext> tls, HttpHandler handler) throws IOException {
        this.scheme = tls.isPresent() ? "https" : "http";
        this.handler = handler;
        server = create(tls);
        while (!USED.add(server.getAddress().getPort())) {
            // A server that was never started would keep its socket.
            server.start();
            server.stop(0);
            server = create(tls);
        }
        address = server.getAddress();
        String name = "simulator-" + address.getPort();
        threads = Executors.newCachedThreadPool(task -> new Thread(task, name));
        serve();
    }

    private static HttpServer create(Optional<SSLContext> tls) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getByName(HOST), 0);
        if (tls.isEmpty()) {
            return HttpServer.create(anyPort, 0);
        }
        HttpsServer secure = HttpsServer.create(anyPort, 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(tls.get()));
        return secure;
    }

    private void serve() {
        server.setExecutor(threads);
        server.createContext("/", handler);
        server.start();
    }

    /** Keeps a port that always refuses connections. */
    private static final class Refusing {
        private static final Socket SOCKET = reserve(new InetSocketAddress(HOST, 0));
    }

    /** A URL that refuses connections. */
    static URI refusedUrl() {
        return URI.create("http://" + HOST + ":" + Refusing.SOCKET.getLocalPort());
    }

    /** Returns a socket that does not listen. Its port refuses connections, and no other process can use the port. */
    private static Socket reserve(InetSocketAddress address) {
        try {
            Socket socket = new Socket();
            socket.setReuseAddress(true);
            socket.bind(address);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The URL of this port, without a trailing slash. */
    String url() {
        return scheme + "://" + HOST + ":" + address.getPort();
    }

    void refuseConnections() {
        server.stop(0);
        reservation = reserve(address);
    }

    /** Listens on the same port again, without TLS. */
    void acceptConnections() {
        release();
        try {
            server = HttpServer.create(address, 0);
            serve();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void release() {
        try {
            reservation.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends all calls immediately. */
    @Override
    public void close() {
        server.stop(0);
        release();
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a call does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
