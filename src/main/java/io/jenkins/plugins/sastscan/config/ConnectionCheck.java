package io.jenkins.plugins.sastscan.config;

import hudson.Util;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Set;

/**
 * The result of <i>Test connection</i>: what the account can do, found out with read-only requests.
 *
 * @param warning whether the text contains a problem that an administrator should solve
 */
record ConnectionCheck(String text, boolean warning) {
    private static final int TIMEOUT_SECONDS = 30;
    private static final Set<Integer> FORBIDDEN_OR_NOT_FOUND = Set.of(403, 404);

    /**
     * Tests the values of a form. The caller must have Overall/Administer, because the test sends credentials to the
     * URL in the form.
     */
    static FormValidation run(
            String url,
            boolean allowPlainHttp,
            String jobCredentialsId,
            SastAuthentication authentication,
            String testProjectId) {
        if (Util.fixEmptyAndTrim(jobCredentialsId) != null) {
            return FormValidation.ok(Messages.ConnectionCheck_jobCredentials());
        }
        try {
            String id = Util.fixEmptyAndTrim(testProjectId);
            Optional<ProjectId> project = id == null ? Optional.empty() : Optional.of(ProjectId.parse(id));
            SastServer server = new SastServer("test", url, authentication);
            server.setAllowPlainHttp(allowPlainHttp);
            server.setConnectTimeoutSeconds(TIMEOUT_SECONDS);
            server.setReadTimeoutSeconds(TIMEOUT_SECONDS);
            server.address();
            authentication.check(server);
            try (ServerConnection connection = new ServerConnection(server, null, retry -> {})) {
                ConnectionCheck result = of(connection.service(), project, LocalDate.now());
                return result.warning ? FormValidation.warning(result.text) : FormValidation.ok(result.text);
            }
        } catch (InvalidInputException | ServiceException e) {
            return FormValidation.error(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FormValidation.error(Messages.ConnectionCheck_interrupted());
        }
    }

    /** Reads the license. If a project is given, also reads its Git settings. */
    static ConnectionCheck of(SastClient client, Optional<ProjectId> project, LocalDate today)
            throws ServiceException, InterruptedException {
        Optional<License> license = License.read(client);
        String text = license.map(read -> read.summary(today))
                .map(summary -> summary.isEmpty() ? "Connected." : "Connected. " + summary + ".")
                .orElse("Connected. The access token is accepted. The account cannot read the license (status 403),"
                        + " which submissions do not need.");
        boolean ending = license.flatMap(read -> read.ending(today)).isPresent();
        return project.isEmpty()
                ? new ConnectionCheck(text, ending)
                : withProject(client, project.get(), new ConnectionCheck(text, ending));
    }

    private static ConnectionCheck withProject(SastClient client, ProjectId project, ConnectionCheck license)
            throws ServiceException, InterruptedException {
        String reason = "the response has none of them";
        try {
            if (client.gitSettings(project).hasGitSettings()) {
                return new ConnectionCheck(
                        license.text + " The account can read the Git settings of project " + project + ".",
                        license.warning);
            }
        } catch (ServiceException e) {
            if (!FORBIDDEN_OR_NOT_FOUND.contains(e.status())) {
                throw e;
            }
            reason = "status " + e.status();
        }
        return new ConnectionCheck(
                license.text + " The account cannot read the Git settings of project " + project + " (" + reason
                        + "): the project does not exist, or the account lacks the permission.",
                true);
    }
}
