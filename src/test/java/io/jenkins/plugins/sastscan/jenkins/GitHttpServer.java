package io.jenkins.plugins.sastscan.jenkins;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.file.Path;
import org.eclipse.jgit.api.Git;

/** A Git server over plain HTTP. Clients that send the password can list the branches of a repository. */
public final class GitHttpServer implements AutoCloseable {
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

    private GitHttpServer(String user, String password, HttpHandler handler) throws IOException {
        server.createContext("/app.git/", handler).setAuthenticator(new BasicAuthenticator("git", UTF_8) {
            @Override
            public boolean checkCredentials(String givenUser, String givenPassword) {
                return givenUser.equals(user) && givenPassword.equals(password);
            }
        });
        server.start();
    }

    public static GitHttpServer start(Path repository, String user, String password) throws IOException {
        return new GitHttpServer(user, password, exchange -> {
            boolean head = exchange.getRequestURI().getPath().endsWith("/HEAD");
            answer(exchange, 200, head ? "ref: refs/heads/main\n" : branches(repository));
        });
    }

    /** A server that refuses access and repeats the password in several forms. */
    public static GitHttpServer echo(String user, String password) throws IOException {
        String sent = user + ":" + password;
        return new GitHttpServer(user, password, exchange -> {
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            String encoded = URLEncoder.encode(sent, UTF_8);
            answer(
                    exchange,
                    403,
                    "You said " + sent + ", " + authorization + ", " + encoded + "\nand\u001b[31m\u0007 " + password
                            + "\n");
        });
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/app.git";
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        try (exchange) {
            byte[] body = text.getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static String branches(Path repository) throws IOException {
        try (Git git = Git.open(repository.toFile())) {
            StringBuilder lines = new StringBuilder();
            for (var branch : git.getRepository().getRefDatabase().getRefsByPrefix("refs/heads/")) {
                lines.append(branch.getObjectId().name() + "\t" + branch.getName() + "\n");
            }
            return lines.toString();
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
