package io.jenkins.plugins.sastscan.simulator;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a simulator is to be.
 *
 * @param storage where it makes its own directory, removed when it closes; the system's temp directory if none
 * @param bytesPerSecond how fast it reads each request body; 0: as fast as it can
 * @param tls speaks https with this
 */
public record SimulatorOptions(Dialect dialect, Optional<Path> storage, long bytesPerSecond, Optional<SSLContext> tls) {

    public static SimulatorOptions of(Dialect dialect) {
        return new SimulatorOptions(dialect, Optional.empty(), 0, Optional.empty());
    }

    public SimulatorOptions withStorage(Path directory) {
        return new SimulatorOptions(dialect, Optional.of(directory), bytesPerSecond, tls);
    }

    public SimulatorOptions withBytesPerSecond(long rate) {
        return new SimulatorOptions(dialect, storage, rate, tls);
    }

    public SimulatorOptions withTls(SSLContext context) {
        return new SimulatorOptions(dialect, storage, bytesPerSecond, Optional.of(context));
    }
}
