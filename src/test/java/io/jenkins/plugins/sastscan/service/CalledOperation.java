package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** An operation of the SAST server, and how a test calls it. */
public record CalledOperation(SimulatedOperation operation, Action action) {
    @FunctionalInterface
    public interface Action {
        void call(SastService service) throws Exception;
    }

    @Override
    public String toString() {
        return operation.toString();
    }

    /** All operations. The upload sends the archive, which can be any file. */
    public static Stream<CalledOperation> all(Path archive, SentFrom from) {
        return Stream.of(
                new CalledOperation(SimulatedOperation.LICENSE, SastService::license),
                new CalledOperation(SimulatedOperation.BRANCHING_STATUS, s -> s.branchingStatus(Fixture.PROJECT)),
                new CalledOperation(
                        SimulatedOperation.QUERY, s -> s.query(new QueryKey("Java", "High", "SQL_Injection"))),
                new CalledOperation(
                        SimulatedOperation.UPLOAD, s -> from.upload(s, Fixture.PROJECT, archive, bytes -> {})),
                new CalledOperation(SimulatedOperation.FORCE_SCAN, s -> s.forceScan(Fixture.PROJECT)),
                new CalledOperation(SimulatedOperation.READ_GIT, s -> s.gitSettings(Fixture.PROJECT)),
                new CalledOperation(
                        SimulatedOperation.WRITE_GIT,
                        s -> s.writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, GitAuthentication.NONE)),
                new CalledOperation(
                        SimulatedOperation.WRITE_GIT_SSH,
                        s -> s.writeGitSshSettings(
                                Fixture.PROJECT, Fixture.REMOTE, Optional.of(SecretText.of("a key")))));
    }

    /** Returns how an operation is called. The upload sends the archive, which can be any file. */
    public static Action action(SimulatedOperation operation, Path archive, SentFrom from) {
        return all(archive, from)
                .filter(called -> called.operation() == operation)
                .findFirst()
                .orElseThrow()
                .action();
    }
}
