package io.jenkins.plugins.sastscan.jenkins;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A forward proxy for plain http on a random port of the loopback, which may want a user and notes what it forwards. */
public final class ForwardProxy implements AutoCloseable {
    /** The name of its threads. */
    static final String THREADS = "forward-proxy";

    private static final Set<String> OWN_HEADERS = headers();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> new Thread(task, THREADS));
    private final String authorization;
    private final List<String> forwarded = new CopyOnWriteArrayList<>();

    private ForwardProxy(String authorization) throws IOException {
        this.authorization = authorization;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    public static ForwardProxy start(String user, String password) throws IOException {
        return new ForwardProxy("Basic "
                + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }

    /** One that everybody may use, and that nobody is to send a user. */
    public static ForwardProxy open() throws IOException {
        return new ForwardProxy(null);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Method and URL of what it has let through. */
    public List<String> forwarded() {
        return List.copyOf(forwarded);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!Objects.equals(authorization, exchange.getRequestHeaders().getFirst("Proxy-Authorization"))) {
                exchange.getRequestBody().readAllBytes();
                exchange.getResponseHeaders().add("Proxy-Authenticate", "Basic realm=\"proxy\"");
                exchange.sendResponseHeaders(407, -1);
                return;
            }
            forward(exchange);
        }
    }

    private void forward(HttpExchange exchange) throws IOException {
        HttpURLConnection onward =
                (HttpURLConnection) exchange.getRequestURI().toURL().openConnection(Proxy.NO_PROXY);
        onward.setInstanceFollowRedirects(false);
        onward.setRequestMethod(exchange.getRequestMethod());
        for (Map.Entry<String, List<String>> header :
                exchange.getRequestHeaders().entrySet()) {
            if (!OWN_HEADERS.contains(header.getKey())) {
                header.getValue().forEach(value -> onward.addRequestProperty(header.getKey(), value));
            }
        }
        String length = exchange.getRequestHeaders().getFirst("Content-Length");
        if (length != null) {
            onward.setDoOutput(true);
            onward.setFixedLengthStreamingMode(Long.parseLong(length));
            exchange.getRequestBody().transferTo(onward.getOutputStream());
        }
        forwarded.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        answer(exchange, onward);
    }

    private static void answer(HttpExchange exchange, HttpURLConnection onward) throws IOException {
        int status = onward.getResponseCode();
        byte[] body = status >= 400
                ? (onward.getErrorStream() == null
                        ? new byte[0]
                        : onward.getErrorStream().readAllBytes())
                : onward.getInputStream().readAllBytes();
        if (onward.getContentType() != null) {
            exchange.getResponseHeaders().add("Content-Type", onward.getContentType());
        }
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private static Set<String> headers() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(List.of("Proxy-Authorization", "Proxy-Connection", "Connection", "Content-Length", "Host"));
        return names;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
