package io.jenkins.plugins.sastscan.run;

import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.Map;

/** Runs read operations from the controller. */
public final class ServerReads {
    private ServerReads() {}

    @FunctionalInterface
    public interface Read {
        Map<String, Object> read(SastService service) throws ServiceException, InterruptedException;
    }

    /**
     * Reads from a SAST server for a build.
     *
     * @param server the name of the SAST server, which may contain expressions; blank if there is only one
     * @throws hudson.AbortException if it fails, with a one-line reason
     */
    public static Map<String, Object> read(BuildContext build, String server, Read read)
            throws IOException, InterruptedException {
        try (ServerConnection connection =
                ServerConnection.open(SastConfiguration.get().server(build.expand(server)), build.run())) {
            return read.read(connection.service());
        } catch (ServiceException | InvalidInputException e) {
            throw Failures.abort(e, build.branch());
        }
    }
}
