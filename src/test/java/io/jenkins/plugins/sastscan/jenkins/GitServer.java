package io.jenkins.plugins.sastscan.jenkins;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpHandlers;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import hudson.Util;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/** Serves real repositories over HTTP, on a random loopback port. */
public final class GitServer implements AutoCloseable {
    private final Path root = Files.createTempDirectory("repositories");
    private final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);

    private GitServer() throws IOException {
        server.start();
    }

    /** Starts a server that has a repository {@code app} with the file {@code src/Main.java}. */
    public static GitServer start() throws Exception {
        GitServer server = new GitServer();
        server.commit("app", Map.of("src/Main.java", "class Main {}"));
        return server;
    }

    public String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + path;
    }

    public String checkout(String repository) {
        return "checkout scmGit(branches: [[name: 'origin/main']], userRemoteConfigs: [[url: '" + url(repository)
                + "', name: 'origin']]); ";
    }

    /** Commits to the branch main. Creates the repository if it does not exist. */
    public void commit(String repository, Map<String, String> files) throws Exception {
        boolean isNew = !Files.exists(root.resolve(repository));
        GitRepository git = GitRepository.init(root.resolve(repository));
        git.git("symbolic-ref", "HEAD", "refs/heads/main");
        for (Map.Entry<String, String> file : files.entrySet()) {
            git.write(file.getKey(), file.getValue());
        }
        git.commit(files.keySet().toArray(String[]::new));
        git.git("update-server-info");
        if (isNew) {
            server.createContext("/" + repository + "/", files(repository));
        }
    }

    /** Creates a ref at the commit of main. */
    public void ref(String repository, String name) throws Exception {
        git(repository, "update-ref", name, "main");
        git(repository, "update-server-info");
    }

    public String git(String repository, String... arguments) throws Exception {
        return new GitRepository(root.resolve(repository)).git(arguments);
    }

    /** The URL of a repository that is served only to clients that send this password. */
    public String restricted(String repository, String user, String password) {
        return restricted("restricted.git", user, password, files(repository));
    }

    /** The URL of a server that refuses access and repeats the password in several forms. */
    public String echo(String user, String password) {
        String sent = user + ":" + password;
        String basic = "Basic " + Base64.getEncoder().encodeToString(sent.getBytes(UTF_8));
        String text = "You said " + sent + ", " + basic + ", " + URLEncoder.encode(sent, UTF_8)
                + "\nand\u001b[31m\u0007 " + password + "\n";
        return restricted(
                "echo.git", user, password, HttpHandlers.of(403, Headers.of("Content-Type", "text/plain"), text));
    }

    private String restricted(String path, String user, String password, HttpHandler handler) {
        server.createContext("/" + path + "/", handler).setAuthenticator(new BasicAuthenticator("git", UTF_8) {
            @Override
            public boolean checkCredentials(String givenUser, String givenPassword) {
                return givenUser.equals(user) && givenPassword.equals(password);
            }
        });
        return url(path);
    }

    private HttpHandler files(String repository) {
        return SimpleFileServer.createFileHandler(root.resolve(repository).resolve(".git"));
    }

    @Override
    public void close() throws IOException {
        server.stop(0);
        Util.deleteRecursive(root.toFile());
    }
}
