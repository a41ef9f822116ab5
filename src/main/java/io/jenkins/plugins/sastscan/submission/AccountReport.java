package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.LicenseData;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.service.ServiceException;
import java.time.LocalDate;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What an account can do on a SAST server, found out only by reading.
 *
 * @param warning whether an administrator has something to do
 */
public record AccountReport(String text, boolean warning) {
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    /**
     * Reads the license, and the Git settings of a project.
     *
     * @param project the project; empty for none
     * @throws ServiceException if the SAST server cannot be reached or refuses the access token
     */
    public static AccountReport of(SastService service, Optional<ProjectId> project, LocalDate today)
            throws ServiceException, InterruptedException {
        AccountReport license = license(service)
                .map(data -> LicenseSummary.of(data, today))
                .map(summary -> new AccountReport(summary.text(), summary.warning()))
                .orElse(new AccountReport(
                        "Connected. The access token is accepted. It cannot read the license (status 403), which"
                                + " submissions do not need.",
                        false));
        return project.isEmpty() ? license : license.withProject(service, project.get());
    }

    /** Reads the license. Empty if the account is not allowed to. */
    public static Optional<LicenseData> license(SastService service) throws ServiceException, InterruptedException {
        try {
            return Optional.of(service.license());
        } catch (ServiceException e) {
            if (isRefused(e, FORBIDDEN)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static boolean isRefused(ServiceException failure, int... statuses) {
        return failure.reason() == ServiceException.Reason.REFUSED
                && IntStream.of(statuses).anyMatch(status -> status == failure.status());
    }

    private AccountReport withProject(SastService service, ProjectId project)
            throws ServiceException, InterruptedException {
        try {
            service.gitSettings(project);
            return new AccountReport(text + " It can read the Git settings of project " + project + ".", warning);
        } catch (ServiceException e) {
            if (!isRefused(e, FORBIDDEN, NOT_FOUND)) {
                throw e;
            }
            return new AccountReport(
                    text + " It cannot read the Git settings of project " + project + " (status " + e.status()
                            + "): the project does not exist, or the account lacks the permission.",
                    true);
        }
    }
}
