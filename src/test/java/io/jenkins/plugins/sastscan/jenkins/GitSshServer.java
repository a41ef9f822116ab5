package io.jenkins.plugins.sastscan.jenkins;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.PublicKey;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.util.threads.CloseableExecutorService;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.command.AbstractCommandSupport;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.transport.UploadPack;

/** Serves one repository over SSH on a random port of the loopback to whoever has one key. */
public final class GitSshServer implements AutoCloseable {
    private final SshServer server = SshServer.setUpDefaultServer();

    private GitSshServer(Path repository, String user, PublicKey key) throws IOException {
        server.setHost("127.0.0.1");
        server.setPort(0);
        server.setKeyPairProvider(new SimpleGeneratorHostKeyProvider());
        server.setPublickeyAuthenticator(
                (name, offered, session) -> name.equals(user) && KeyUtils.compareKeys(offered, key));
        server.setCommandFactory((channel, command) -> new Fetch(command, repository));
        server.start();
    }

    /** @param key opens it to the user */
    public static GitSshServer start(Path repository, String user, PublicKey key) throws IOException {
        return new GitSshServer(repository, user, key);
    }

    public String url(String user) {
        return "ssh://" + user + "@127.0.0.1:" + server.getPort() + "/app";
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }

    private static final class Fetch extends AbstractCommandSupport {
        private final Path repository;

        Fetch(String command, Path repository) {
            super(command, (CloseableExecutorService) null);
            this.repository = repository;
        }

        @Override
        public void run() {
            try (Git git = Git.open(repository.toFile());
                    InputStream in = getInputStream();
                    OutputStream out = getOutputStream()) {
                new UploadPack(git.getRepository()).upload(in, out, getErrorStream());
                onExit(0);
            } catch (IOException e) {
                onExit(1, e.getMessage());
            }
        }
    }
}
