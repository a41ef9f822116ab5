package io.jenkins.plugins.sastscan.simulator;

import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * @param storage the parent of the simulator's directory; by default, the system's temporary directory
 * @param bytesPerSecond the maximum reading speed for each request body; 0 means no limit
 * @param tls the context for HTTPS; if empty, the simulator uses plain HTTP
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
