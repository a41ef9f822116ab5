package io.jenkins.plugins.sastscan.simulator;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a simulator is to be.
 *
 * @param storage where it makes its own directory, removed when it closes; the system's temp directory if none
 * @param uploadLimit the largest upload body accepted, in bytes; a larger one gets 413
 * @param bytesPerSecond how fast it reads each request body; 0: as fast as it can
 * @param tls speaks https with this
 * @param clock tells when tokens end
 */
public record SimulatorOptions(
        Dialect dialect,
        Optional<Path> storage,
        long uploadLimit,
        long bytesPerSecond,
        Optional<SSLContext> tls,
        Clock clock) {

    public static SimulatorOptions of(Dialect dialect) {
        return new SimulatorOptions(dialect, Optional.empty(), Long.MAX_VALUE, 0, Optional.empty(), Clock.systemUTC());
    }

    public SimulatorOptions withStorage(Path directory) {
        return new SimulatorOptions(dialect, Optional.of(directory), uploadLimit, bytesPerSecond, tls, clock);
    }

    public SimulatorOptions withUploadLimit(long bytes) {
        return new SimulatorOptions(dialect, storage, bytes, bytesPerSecond, tls, clock);
    }

    public SimulatorOptions withBytesPerSecond(long rate) {
        return new SimulatorOptions(dialect, storage, uploadLimit, rate, tls, clock);
    }

    public SimulatorOptions withTls(SSLContext context) {
        return new SimulatorOptions(dialect, storage, uploadLimit, bytesPerSecond, Optional.of(context), clock);
    }

    public SimulatorOptions withClock(Clock newClock) {
        return new SimulatorOptions(dialect, storage, uploadLimit, bytesPerSecond, tls, newClock);
    }
}
