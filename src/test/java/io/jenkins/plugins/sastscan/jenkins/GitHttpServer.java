package io.jenkins.plugins.sastscan.jenkins;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.lib.Ref;

/** Tells the branches of a repository over plain http, the way of git's file servers, to whoever has the password. */
public final class GitHttpServer implements AutoCloseable {
    private final HttpServer server;
    private final String authorization;
    private final Path repository;
    private final boolean echoes;

    private GitHttpServer(Path repository, String user, String password, boolean echoes) throws IOException {
        this.repository = repository;
        this.echoes = echoes;
        authorization =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/app.git/", this::serve);
        server.start();
    }

    public static GitHttpServer start(Path repository, String user, String password) throws IOException {
        return new GitHttpServer(repository, user, password, false);
    }

    /** One that refuses whoever has the password, and tells them in several ways what they sent. */
    public static GitHttpServer echo(String user, String password) throws IOException {
        return new GitHttpServer(Path.of(""), user, password, true);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/app.git";
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!authorization.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                exchange.getResponseHeaders().add("WWW-Authenticate", "Basic realm=\"git\"");
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            if (echoes) {
                String sent =
                        new String(Base64.getDecoder().decode(authorization.substring(6)), StandardCharsets.UTF_8);
                byte[] words = ("You said " + sent + ", " + authorization + ", "
                                + URLEncoder.encode(sent, StandardCharsets.UTF_8) + "\nand\u001b[31m\u0007 "
                                + sent.substring(sent.indexOf(':') + 1) + "\n")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "text/plain");
                exchange.sendResponseHeaders(403, words.length);
                exchange.getResponseBody().write(words);
                return;
            }
            String path = exchange.getRequestURI().getPath();
            byte[] body =
                    (path.endsWith("/HEAD") ? "ref: refs/heads/main\n" : branches()).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private String branches() throws IOException {
        try (Git git = Git.open(repository.toFile())) {
            StringBuilder lines = new StringBuilder();
            for (Ref branch : git.getRepository().getRefDatabase().getRefsByPrefix("refs/heads/")) {
                lines.append(branch.getObjectId().name())
                        .append('\t')
                        .append(branch.getName())
                        .append('\n');
            }
            return lines.toString();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
