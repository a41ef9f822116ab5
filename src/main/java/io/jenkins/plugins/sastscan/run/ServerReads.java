package io.jenkins.plugins.sastscan.run;

import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;

/** Runs read operations from the controller. */
public final class ServerReads {
    private ServerReads() {}

    /** Reads from a SAST server, and from the project if there is one. */
    @FunctionalInterface
    public interface Read {
        Map<String, Object> read(SastService service, long project) throws ServiceException, InterruptedException;
    }

    /**
     * Reads from a SAST server for a build.
     *
     * @param server the name of the SAST server, which may contain expressions; blank if there is only one
     * @param projectId the project, which may contain expressions; null for operations without one
     * @throws hudson.AbortException if it fails, with a one-line reason
     */
    public static Map<String, Object> read(BuildContext build, String server, String projectId, Read read)
            throws IOException, InterruptedException {
        try {
            OptionalLong project = projectId == null
                    ? OptionalLong.empty()
                    : OptionalLong.of(ProjectId.parse(build.expand(projectId)));
            try (ServerConnection connection = ServerConnection.open(build.server(server, project), build.run())) {
                return read.read(connection.service(), project.orElse(0));
            }
        } catch (ServiceException | InvalidInputException e) {
            throw Failures.abort(e);
        }
    }
}
