package io.jenkins.plugins.sastscan.config;

import hudson.Util;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * The result of <i>Test connection</i>: what the account can do, found out with read-only requests.
 *
 * @param warning whether the text contains a problem that an administrator should solve
 */
record ConnectionCheck(String text, boolean warning) {
    private static final int TIMEOUT_SECONDS = 30;

    /** @param testProjectId can be blank */
    static FormValidation run(SastServer server, String testProjectId) throws InterruptedException {
        if (server.getAccess().usesJobCredentials()) {
            return FormValidation.ok(Messages.ConnectionCheck_jobCredentials());
        }
        try {
            Optional<ProjectId> project =
                    Optional.ofNullable(Util.fixEmptyAndTrim(testProjectId)).map(ProjectId::parse);
            server.setReadTimeoutSeconds(TIMEOUT_SECONDS);
            server.check(List.of());
            try {
                SastClient client = new ServerConnection(server, null, retry -> {}).service();
                ConnectionCheck result = of(client, project, LocalDate.now());
                Optional<String> ending = endingCertificate(new TrustedCertificates(server.getCertificates()));
                String text = result.text + ending.map(warning -> " " + warning).orElse("") + " "
                        + ServerConnection.way(server);
                return result.warning || ending.isPresent() ? FormValidation.warning(text) : FormValidation.ok(text);
            } catch (ServiceException e) {
                // The limit of this test is much lower than the timeouts of the form.
                String advice = e.getMessage().replace(", or raise the read timeout.", ".");
                return FormValidation.error(advice + " " + ServerConnection.way(server));
            }
        } catch (InvalidInputException e) {
            return FormValidation.error(e.getMessage());
        }
    }

    /**
     * Reads the license. If a project is given, also reads its Git settings. Any web server can answer, so only a license
     * or Git settings prove that this is a SAST server that accepts the access token.
     */
    static ConnectionCheck of(SastClient client, Optional<ProjectId> project, LocalDate today)
            throws ServiceException, InterruptedException {
        Optional<License> license = License.read(client);
        boolean proven = license.filter(License::isKnown).isPresent();
        boolean warning = license.flatMap(known -> known.ending(today)).isPresent();
        StringJoiner text = new StringJoiner(" ");
        license.map(read -> read.summary(today))
                .or(() ->
                        Optional.of("The account cannot read the license (status 403), which submissions do not need"))
                .filter(summary -> !summary.isEmpty())
                .ifPresent(summary -> text.add(summary + "."));
        if (project.isPresent()) {
            String settings = " the Git settings of project " + project.get();
            Optional<String> missing = missing(client, project.get());
            proven |= missing.isEmpty();
            warning |= missing.isPresent();
            text.add(missing.map(reason -> "The account cannot read" + settings + " (" + reason
                            + "): the project does not exist, or the account lacks the permission.")
                    .orElse("The account can read" + settings + "."));
        }
        if (proven) {
            return new ConnectionCheck(("Connected. " + text).strip(), warning);
        }
        text.add(project.isPresent() ? "Check the URL." : "Check the URL, or enter a project ID.");
        return new ConnectionCheck("A server answered, but it may not be the SAST server. " + text, true);
    }

    /** Returns why the Git settings of the project cannot be read; empty if they can. */
    private static Optional<String> missing(SastClient client, ProjectId project)
            throws ServiceException, InterruptedException {
        try {
            return client.gitSettings(project, SecretMask.NONE).hasGitSettings()
                    ? Optional.empty()
                    : Optional.of("the response has none of them");
        } catch (ServiceException e) {
            if (e.status() != 403 && e.status() != 404) {
                throw e;
            }
            return Optional.of("status " + e.status());
        }
    }

    /** Describes the certificates of a SAST server. */
    static FormValidation certificates(String pem) {
        try {
            TrustedCertificates trusted = new TrustedCertificates(pem == null ? "" : pem);
            String text = trusted.list().stream()
                    .map(certificate -> TrustedCertificates.describe(certificate) + ", valid until " + end(certificate))
                    .collect(Collectors.joining("; "));
            return endingCertificate(trusted).isPresent() ? FormValidation.warning(text) : FormValidation.ok(text);
        } catch (InvalidInputException e) {
            return FormValidation.error(e.getMessage());
        }
    }

    /** Names a certificate that ends in less than 30 days; empty if there is none. */
    static Optional<String> endingCertificate(TrustedCertificates trusted) {
        Date soon = Date.from(Instant.now().plus(License.SOON_DAYS, ChronoUnit.DAYS));
        return trusted.list().stream()
                .filter(certificate -> certificate.getNotAfter().before(soon))
                .findFirst()
                .map(certificate -> "The certificate with " + TrustedCertificates.describe(certificate)
                        + " is valid until " + end(certificate) + ".");
    }

    private static String end(X509Certificate certificate) {
        return LocalDate.ofInstant(certificate.getNotAfter().toInstant(), ZoneOffset.UTC)
                .toString();
    }
}
