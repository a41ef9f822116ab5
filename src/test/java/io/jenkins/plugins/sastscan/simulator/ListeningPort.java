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

    private final String url;
    private final ExecutorService threads;
    private final HttpServer server;

    ListeningPort(Optional<SSLContext> tls, HttpHandler handler) throws IOException {
        HttpServer free = create(tls);
        while (!USED.add(free.getAddress().getPort())) {
            // A server that was never started would keep its socket.
            free.start();
            free.stop(0);
            free = create(tls);
        }
        server = free;
        int port = server.getAddress().getPort();
        url = (tls.isPresent() ? "https" : "http") + "://" + HOST + ":" + port;
        threads = Executors.newCachedThreadPool(task -> new Thread(task, "simulator-" + port));
        server.setExecutor(threads);
        server.createContext("/", handler);
        server.start();
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

    /** Binds a port, but does not listen, so that the port refuses connections. */
    private static final class Refusing {
        private static final Socket SOCKET = bind();

        private static Socket bind() {
            try {
                Socket socket = new Socket();
                socket.bind(new InetSocketAddress(HOST, 0));
                return socket;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A URL that refuses connections. */
    static URI refusedUrl() {
        return URI.create("http://" + HOST + ":" + Refusing.SOCKET.getLocalPort());
    }

    /** The URL of this port, without a trailing slash. */
    String url() {
        return url;
    }

    /** Ends all calls immediately. */
    @Override
    public void close() {
        server.stop(0);
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
