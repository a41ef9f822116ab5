package io.jenkins.plugins.sastscan.jenkins;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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

    private GitHttpServer(Path repository, String user, String password) throws IOException {
        this.repository = repository;
        authorization =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/app.git/", this::serve);
        server.start();
    }

    public static GitHttpServer start(Path repository, String user, String password) throws IOException {
        return new GitHttpServer(repository, user, password);
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
