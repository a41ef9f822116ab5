package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountReportTest extends SubmissionTests {
    private static final String UPLOAD_ONLY = "Connected. The access token is accepted. It cannot read the license"
            + " (status 403), which submissions do not need.";

    private AccountReport report(Optional<ProjectId> project) throws Exception {
        return AccountReport.of(service(fixed()), project, LocalDate.of(2026, 1, 1));
    }

    @Test
    void an_account_that_can_only_upload_is_no_error() throws Exception {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(403));

        assertThat(report(Optional.empty())).isEqualTo(new AccountReport(UPLOAD_ONLY, false));
    }

    @Test
    void git_settings_that_can_be_read_are_reported() throws Exception {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(403));
        submission(fixed()).run(everything());

        assertThat(report(Optional.of(PROJECT)))
                .isEqualTo(new AccountReport(
                        UPLOAD_ONLY + " It can read the Git settings of project " + PROJECT + ".", false));
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void git_settings_that_cannot_be_read_are_a_warning(int status) throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));

        AccountReport report = report(Optional.of(PROJECT));

        assertThat(report.warning()).isTrue();
        assertThat(report.text())
                .startsWith("Connected. Edition: ")
                .endsWith("It cannot read the Git settings of project " + PROJECT + " (status " + status
                        + "): the project does not exist, or the account lacks the permission.");
    }

    @ParameterizedTest
    @EnumSource(names = {"LICENSE", "READ_GIT"})
    void a_refused_token_is_an_error(SimulatedOperation operation) {
        simulator.always(operation, Fault.answer(401));

        assertThatThrownBy(() -> report(Optional.of(PROJECT))).isInstanceOf(ServiceException.class);
    }

    @Test
    void nothing_is_written() throws Exception {
        report(Optional.of(PROJECT));

        assertThat(simulator.requests())
                .hasSize(2)
                .allMatch(request -> request.method().equals("GET"));
    }
}
