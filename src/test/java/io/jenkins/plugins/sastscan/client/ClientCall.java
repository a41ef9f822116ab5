package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;

/** How a test calls an operation of the SAST server. */
@FunctionalInterface
public interface ClientCall {
    void make(SastClient client) throws Exception;

    static ClientCall of(SimulatedOperation operation) {
        return of(operation, SentFrom.CONTROLLER);
    }

    /** @param from the machine that sends the archive; not used by other calls */
    static ClientCall of(SimulatedOperation operation, SentFrom from) {
        return switch (operation) {
            case LICENSE -> SastClient::license;
            case BRANCHING_STATUS -> client -> client.branchingStatus(Fixture.PROJECT);
            case QUERY -> client -> client.query("Java", "High", "SQL_Injection");
            case UPLOAD -> client -> from.upload(client, Fixture.ARCHIVE);
            case FORCE_SCAN -> client -> client.forceScan(Fixture.PROJECT);
            case READ_GIT -> client -> client.gitSettings(Fixture.PROJECT, SecretMask.NONE);
            case WRITE_GIT ->
                client -> client.writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, GitAuthentication.NONE);
            case WRITE_GIT_SSH ->
                client -> client.writeGitSettings(
                        Fixture.PROJECT,
                        Fixture.REMOTE,
                        new GitAuthentication(GitAuthentication.Kind.SSH_KEY, new SecretText("a key")));
            case TOKEN -> throw new IllegalArgumentException("The client requests a token when it needs one.");
        };
    }
}
