package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.service.ServiceDate;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountReportTest extends SubmissionTests {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);
    private static final String UPLOAD_ONLY = "Connected. The access token is accepted. It cannot read the license"
            + " (status 403), which submissions do not need.";

    private AccountReport report(boolean withProject) throws Exception {
        return AccountReport.of(fixture.service(), withProject ? Optional.of(PROJECT) : Optional.empty(), TODAY);
    }

    @Test
    void an_account_that_can_only_upload_is_no_error() throws Exception {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(403));
        assertThat(report(false)).isEqualTo(new AccountReport(UPLOAD_ONLY, false));

        run(WHOLE);
        int before = simulator.requests().size();
        assertThat(report(true))
                .isEqualTo(
                        new AccountReport(UPLOAD_ONLY + " The account can read the Git settings of project 7.", false));
        assertThat(simulator.requests().subList(before, simulator.requests().size()))
                .hasSize(2)
                .allMatch(request -> request.method().equals("GET"));
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void git_settings_that_cannot_be_read_are_a_warning(int status) throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status));

        assertThat(report(true).warning()).isTrue();
        assertThat(report(true).text())
                .startsWith("Connected. Edition: ")
                .endsWith("The account cannot read the Git settings of project 7 (status " + status
                        + "): the project does not exist, or the account lacks the permission.");
    }

    @ParameterizedTest
    @EnumSource(names = {"LICENSE", "READ_GIT"})
    void a_refused_token_is_an_error(SimulatedOperation operation) {
        simulator.always(operation, Fault.answer(401));
        assertThatThrownBy(() -> report(true)).isInstanceOf(ServiceException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "Full | 3 | 6/9/2026   | Edition: Full, users: 3 of 1,000, languages: 1, the license ends in 100 days",
                "a\\u0007b | 3 | -     | Edition: a\\u0007b, users: 3 of 1,000, languages: 1",
                "-    | - | -          | users: at most 1,000, languages: 1",
                "-    | - | 2026-03-31 | users: at most 1,000, languages: 1, the license ends in 30 days",
                "-    | - | some day   | users: at most 1,000, languages: 1, license ends: some day",
                "-    | - | 2026-03-30 | users: at most 1,000, languages: 1, the license ends in 29 days!",
                "-    | - | 2026-03-02 | users: at most 1,000, languages: 1, the license ends in 1 day!",
                "-    | - | 2026-03-01 | users: at most 1,000, languages: 1, the license ends in 0 days!",
                "-    | - | 2026-02-28 | users: at most 1,000, languages: 1, the license ended 1 day ago!",
            })
    void what_the_server_tells_of_its_license_is_told_with_a_warning_if_it_ends_soon(
            String edition, Long users, String end, String told) throws Exception {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(200).withJson("""
                {"edition": %s, "currentUsers": %s, "maxUsers": 1000, "expirationDate": %s, "supportedLanguages": [
                {"language": "Java", "isSupported": true}, {"language": "C", "isSupported": false}, {"language": "Go"}]}
                """.formatted(
                        quoted(edition), users, quoted(end))));
        assertThat(AccountReport.of(fixture.service(), Optional.empty(), TODAY))
                .isEqualTo(new AccountReport("Connected. " + told.replace("!", "") + ".", told.endsWith("!")));
        assertThat(AccountReport.ending(ServiceDate.of("" + end), TODAY))
                .isEqualTo(told.endsWith("!") ? Optional.of(told.replaceAll(".*, |!", "")) : Optional.empty());
    }

    private static String quoted(String text) {
        return text == null ? null : '"' + text + '"';
    }

    @Test
    void a_server_that_tells_nothing_is_connected() throws Exception {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(200).withJson("{}"));
        assertThat(report(false)).isEqualTo(new AccountReport("Connected.", false));
    }
}
