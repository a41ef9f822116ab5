package io.jenkins.plugins.sastscan.run;

import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.Map;

/** Runs the operations that only read, from the controller. */
public final class ServerReads {
    private ServerReads() {}

    /** One operation, and what a pipeline gets of its answer. */
    @FunctionalInterface
    public interface Read {
        Map<String, Object> read(SastService service) throws ServiceException, InterruptedException;
    }

    /**
     * Reads from a server on behalf of a build.
     *
     * @param server the server's name, which may hold expressions; blank for the only one
     * @throws hudson.AbortException if it fails; one line that says why
     */
    public static Map<String, Object> read(BuildContext build, String server, Read read)
            throws IOException, InterruptedException {
        try (ServerConnection connection =
                ServerConnection.open(SastConfiguration.get().server(build.expand(server)), build.run())) {
            return read.read(connection.service());
        } catch (ServiceException | InvalidInputException e) {
            throw Failures.abort(e);
        }
    }
}
