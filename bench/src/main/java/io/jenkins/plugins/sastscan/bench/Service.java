package io.jenkins.plugins.sastscan.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Executors;

/**
 * The process that receives uploads, until its input ends: {@code Service sink}, which reads and forgets, so that the
 * client is measured and not the service, but for when an upload began, which {@code /last-upload} tells; or
 * {@code Service link BYTES_PER_SECOND DIALECT FOLDER}, the embedded service behind a slow link. Prints its URL.
 */
public final class Service {
    /** The project that the embedded service knows. */
    static final ProjectId PROJECT = new ProjectId(42);

    /** The token that the embedded service takes. */
    static final String TOKEN = "fixed-access-token";

    private static final int BUFFER = 1 << 18;

    /** When the last upload began, in microseconds since 1970. */
    private static volatile long lastUpload;

    private Service() {}

    public static void main(String... arguments) throws IOException {
        System.out.println(arguments[0].equals("sink") ? sink() : link(arguments));
        System.in.transferTo(OutputStream.nullOutputStream());
        System.exit(0);
    }

    private static String link(String... arguments) {
        Simulator simulator = Simulator.start(SimulatorOptions.of(Dialect.valueOf(arguments[2]))
                .withBytesPerSecond(Long.parseLong(arguments[1]))
                .withStorage(Path.of(arguments[3])));
        simulator.addProject(PROJECT.value());
        return simulator.baseUrl().toString();
    }

    private static String sink() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", Service::swallow);
        server.start();
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static void swallow(HttpExchange exchange) throws IOException {
        if (exchange.getRequestMethod().equals("POST")) {
            lastUpload = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        }
        byte[] buffer = new byte[BUFFER];
        try (InputStream body = exchange.getRequestBody()) {
            int read = 0;
            while (read >= 0) {
                read = body.read(buffer);
            }
        }
        if (exchange.getRequestMethod().equals("GET")) {
            boolean asksForUpload = exchange.getRequestURI().getPath().equals("/last-upload");
            byte[] answer = (asksForUpload ? Long.toString(lastUpload) : "{}").getBytes(StandardCharsets.US_ASCII);
            exchange.getResponseHeaders().add("Content-Type", "application/json;v=4.0");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } else {
            exchange.sendResponseHeaders(204, -1);
        }
        exchange.close();
    }
}
