package io.jenkins.plugins.sastscan.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.simulator.SimulatorOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * A process that receives uploads. {@link #sink} starts one that discards the uploads, so that only the client is
 * measured. {@link #link} starts the simulated SAST server behind a slow network link.
 */
public final class Service implements AutoCloseable {
    static final ProjectId PROJECT = new ProjectId(42);

    static final String TOKEN = "fixed-access-token";

    private final Process process;
    private final String url;

    private Service(String... arguments) throws IOException {
        List<String> command = Contest.java();
        command.add(Service.class.getName());
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        url = process.inputReader(StandardCharsets.US_ASCII).readLine();
        if (url == null) {
            throw new IOException("The service of the benchmark did not start; its output is above.");
        }
    }

    static Service sink() throws IOException {
        return new Service("sink");
    }

    static Service link(long bytesPerSecond, Dialect dialect, Path folder) throws IOException {
        return new Service("link", Long.toString(bytesPerSecond), dialect.name(), folder.toString());
    }

    String url() {
        return url;
    }

    String option() {
        return "-Dbench.url=" + url;
    }

    @Override
    public void close() {
        process.destroy();
    }

    public static void main(String... arguments) throws IOException {
        System.out.println(arguments[0].equals("sink") ? startSink() : startLink(arguments));
        System.in.transferTo(OutputStream.nullOutputStream());
        System.exit(0);
    }

    private static String startLink(String... arguments) {
        Simulator simulator = Simulator.start(SimulatorOptions.of(Dialect.valueOf(arguments[2]))
                .withBytesPerSecond(Long.parseLong(arguments[1]))
                .withStorage(Path.of(arguments[3])));
        simulator.addProject(PROJECT.value());
        return simulator.baseUrl().toString();
    }

    private static String startSink() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", Service::swallow);
        server.start();
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static void swallow(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
        if (exchange.getRequestMethod().equals("GET")) {
            byte[] answer = {'{', '}'};
            exchange.getResponseHeaders().add("Content-Type", "application/json;v=4.0");
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } else {
            exchange.sendResponseHeaders(204, -1);
        }
        exchange.close();
    }
}
