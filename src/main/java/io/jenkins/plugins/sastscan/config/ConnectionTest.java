package io.jenkins.plugins.sastscan.config;

import hudson.Util;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.submission.AccountReport;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.Supplier;
import jenkins.model.Jenkins;

/** Tests the connection to a SAST server with the values of the form. Only reads. */
final class ConnectionTest {
    /** Limits how long an administrator has to wait. */
    private static final int MAX_SECONDS = 30;

    private ConnectionTest() {}

    /** The form values that all authentication types need. */
    record Form(
            String url,
            boolean allowPlainHttp,
            String connectTimeoutSeconds,
            String jobCredentialsId,
            String testProjectId) {}

    /** Requires administrators, because it sends credentials to the URL in the form. */
    static FormValidation run(Form form, Supplier<SastAuthentication> authentication) {
        Jenkins.get().checkPermission(Jenkins.ADMINISTER);
        if (Util.fixEmptyAndTrim(form.jobCredentialsId()) != null) {
            return FormValidation.ok(Messages.ConnectionTest_jobCredentials());
        }
        try {
            String id = Util.fixEmptyAndTrim(form.testProjectId());
            Optional<ProjectId> project = id == null ? Optional.empty() : Optional.of(ProjectId.parse(id));
            SastServer server = new SastServer("test", form.url(), authentication.get());
            server.setAllowPlainHttp(form.allowPlainHttp());
            server.setRetries(0);
            int seconds = Util.fixEmptyAndTrim(form.connectTimeoutSeconds()) == null
                    ? MAX_SECONDS
                    : Math.min(FieldCheck.wholeNumber(form.connectTimeoutSeconds()), MAX_SECONDS);
            server.setConnectTimeoutSeconds(seconds);
            server.setReadTimeoutSeconds(seconds);
            server.address();
            server.getAuthentication().check(form.allowPlainHttp(), false);
            try (ServerConnection connection = ServerConnection.open(server, null)) {
                AccountReport report = AccountReport.of(connection.service(), project, LocalDate.now());
                return report.warning() ? FormValidation.warning(report.text()) : FormValidation.ok(report.text());
            }
        } catch (InvalidInputException | ServiceException e) {
            return FormValidation.error(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FormValidation.error(Messages.ConnectionTest_interrupted());
        }
    }
}
