package io.jenkins.plugins.sastscan.config;

import hudson.Util;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.submission.LicenseSummary;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.LocalDate;
import java.util.function.Supplier;
import jenkins.model.Jenkins;

/** Tests the connection to a SAST server with the values of the form, by reading its license. */
final class ConnectionTest {
    /** Limits how long an administrator has to wait. */
    private static final int MAX_SECONDS = 30;

    private ConnectionTest() {}

    /** The form values that all authentication types need. */
    record Form(String url, boolean allowPlainHttp, String connectTimeoutSeconds) {}

    /** Requires administrators, because it sends credentials to the URL in the form. */
    static FormValidation run(Form form, Supplier<SastAuthentication> authentication) {
        Jenkins.get().checkPermission(Jenkins.ADMINISTER);
        try {
            SastServer server = new SastServer("test", form.url(), authentication.get());
            server.setAllowPlainHttp(form.allowPlainHttp());
            server.setRetries(0);
            int seconds = Util.fixEmptyAndTrim(form.connectTimeoutSeconds()) == null
                    ? MAX_SECONDS
                    : Math.min(FieldCheck.wholeNumber(form.connectTimeoutSeconds()), MAX_SECONDS);
            server.setConnectTimeoutSeconds(seconds);
            server.setReadTimeoutSeconds(seconds);
            server.address();
            server.getAuthentication().check(form.allowPlainHttp());
            try (ServerConnection connection = ServerConnection.open(server, null)) {
                LicenseSummary summary = LicenseSummary.of(connection.service().license(), LocalDate.now());
                return summary.warning() ? FormValidation.warning(summary.text()) : FormValidation.ok(summary.text());
            }
        } catch (InvalidInputException | ServiceException e) {
            return FormValidation.error(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FormValidation.error(Messages.ConnectionTest_interrupted());
        }
    }
}
