package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;

/** An operation of the SAST server, and how a test calls it. */
public record CalledOperation(SimulatedOperation operation, Action action) {
    @FunctionalInterface
    public interface Action {
        void call(SastClient service) throws Exception;
    }

    @Override
    public String toString() {
        return operation.toString();
    }

    public static Stream<CalledOperation> all(Path archive, SentFrom from) {
        return Stream.of(
                new CalledOperation(SimulatedOperation.LICENSE, SastClient::license),
                new CalledOperation(SimulatedOperation.BRANCHING_STATUS, s -> s.branchingStatus(Fixture.PROJECT)),
                new CalledOperation(SimulatedOperation.QUERY, s -> s.query("Java", "High", "SQL_Injection")),
                new CalledOperation(SimulatedOperation.UPLOAD, s -> from.upload(s, archive)),
                new CalledOperation(SimulatedOperation.FORCE_SCAN, s -> s.forceScan(Fixture.PROJECT)),
                new CalledOperation(SimulatedOperation.READ_GIT, s -> s.gitSettings(Fixture.PROJECT)),
                new CalledOperation(
                        SimulatedOperation.WRITE_GIT,
                        s -> s.writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, GitAuthentication.NONE)),
                new CalledOperation(
                        SimulatedOperation.WRITE_GIT_SSH,
                        s -> s.writeGitSshSettings(
                                Fixture.PROJECT, Fixture.REMOTE, Optional.of(new SecretText("a key")))));
    }

    public static Stream<CalledOperation> byController() {
        return all(Fixture.ARCHIVE, SentFrom.CONTROLLER);
    }

    public static Action action(SimulatedOperation operation, Path archive, SentFrom from) {
        return all(archive, from)
                .filter(called -> called.operation() == operation)
                .findFirst()
                .orElseThrow()
                .action();
    }

    public static Action action(SimulatedOperation operation) {
        return action(operation, Fixture.ARCHIVE, SentFrom.CONTROLLER);
    }

    public static void interrupt(Action action, SastClient service, Executable blocked) throws Throwable {
        FutureTask<Void> call = new FutureTask<>(() -> {
            action.call(service);
            return null;
        });
        Thread thread = new Thread(call);
        thread.start();
        blocked.execute();
        thread.interrupt();
        assertThat(call)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(InterruptedException.class);
    }
}
