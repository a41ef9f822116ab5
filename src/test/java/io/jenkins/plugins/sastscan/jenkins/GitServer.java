package io.jenkins.plugins.sastscan.jenkins;

import hudson.Util;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.transport.Daemon;
import org.eclipse.jgit.transport.DaemonClient;
import org.eclipse.jgit.transport.resolver.FileResolver;

/** Serves real repositories over the git protocol, on a random loopback port. */
public final class GitServer implements AutoCloseable {
    private final Path root;
    private final Daemon daemon;

    private GitServer() throws IOException, GitAPIException {
        root = Files.createTempDirectory("repositories");
        daemon = new Daemon(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        daemon.setRepositoryResolver(new FileResolver<DaemonClient>(root.toFile(), true));
        daemon.start();
        commit("app", Map.of("src/Main.java", "class Main {}"));
    }

    /** Starts a server that has a repository {@code app} with the file {@code src/Main.java}. */
    public static GitServer start() throws IOException, GitAPIException {
        return new GitServer();
    }

    public Path directory(String repository) {
        return root.resolve(repository);
    }

    public String url(String repository) {
        return "git://127.0.0.1:" + daemon.getAddress().getPort() + "/" + repository;
    }

    public String checkout(String repository) {
        return "checkout scmGit(branches: [[name: 'origin/main']], userRemoteConfigs: [[url: '" + url(repository)
                + "', name: 'origin']]); ";
    }

    /** Commits to the branch main. Creates the repository if it does not exist. */
    public void commit(String repository, Map<String, String> files) throws IOException, GitAPIException {
        Path directory = root.resolve(repository);
        try (Git git = Git.init()
                .setInitialBranch("main")
                .setDirectory(directory.toFile())
                .call()) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = directory.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.write(path, file.getValue().getBytes(StandardCharsets.UTF_8));
                git.add().addFilepattern(file.getKey()).call();
            }
            git.commit()
                    .setMessage("files")
                    .setAuthor("a", "a@example")
                    .setCommitter("a", "a@example")
                    .setSign(false)
                    .call();
        }
    }

    /** Creates a branch at the commit of main. */
    public void branch(String repository, String name) throws IOException, GitAPIException {
        try (Git git = Git.open(root.resolve(repository).toFile())) {
            git.branchCreate().setName(name).call();
        }
    }

    @Override
    public void close() {
        daemon.stop();
        try {
            Util.deleteRecursive(root.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
