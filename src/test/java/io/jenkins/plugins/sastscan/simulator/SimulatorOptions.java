package io.jenkins.plugins.sastscan.simulator;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The options of a simulator.
 *
 * @param storage the parent of the simulator's directory, which is deleted at the end; the system's temporary directory
 *     if empty
 * @param bytesPerSecond the reading speed for each request body; 0 for no limit
 * @param tls the context for HTTPS; plain HTTP if empty
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
