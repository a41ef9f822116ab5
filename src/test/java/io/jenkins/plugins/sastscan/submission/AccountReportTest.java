package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the connection test says about the account and its license. */
class AccountReportTest extends SubmissionTests {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);
    private static final String UPLOAD_ONLY =
            "Connected. The access token is accepted. The account cannot read the license"
                    + " (status 403), which submissions do not need.";

    private AccountReport report(boolean withProject) throws Exception {
        return AccountReport.of(fixture.service(), withProject ? Optional.of(PROJECT) : Optional.empty(), TODAY);
    }

    @Test
    void the_account_report_has_no_warning_if_the_account_cannot_read_the_license() throws Exception {
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
    @CsvSource({
        "403, '', status 403",
        "404, '', status 404",
        "200, {}, the response has none of them",
        "200, {\"message\": \"no\"}, the response has none of them",
    })
    void the_report_warns_about_unreadable_git_settings(int status, String json, String reason) throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status).withJson(json));

        assertThat(report(true).warning()).isTrue();
        assertThat(report(true).text())
                .startsWith("Connected. Edition: ")
                .endsWith("The account cannot read the Git settings of project 7 (" + reason
                        + "): the project does not exist, or the account lacks the permission.");
    }

    @ParameterizedTest
    @EnumSource(names = {"LICENSE", "READ_GIT"})
    void the_account_report_fails_if_the_token_is_rejected(SimulatedOperation operation) {
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
    void the_account_report_describes_the_license_and_warns_before_the_license_ends(
            String edition, Long users, String end, String told) throws Exception {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(200).withJson("""
                {"edition": %s, "currentUsers": %s, "maxUsers": 1000, "expirationDate": %s, "supportedLanguages": [
                {"language": "Java", "isSupported": true}, {"language": "C", "isSupported": false}, {"language": "Go"}]}
                """.formatted(
                        quoted(edition), users, quoted(end))));
        assertThat(report(false))
                .isEqualTo(new AccountReport("Connected. " + told.replace("!", "") + ".", told.endsWith("!")));
        assertThat(AccountReport.ending("" + end, TODAY))
                .isEqualTo(told.endsWith("!") ? Optional.of(told.replaceAll(".*, |!", "")) : Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "12/31/2099, 2099-12-31",
        "1/2/2030, 2030-01-02",
        "01/02/2030 13:14:15, 2030-01-02",
        "2030-01-02, 2030-01-02",
        "2030-01-02T03:04:05Z, 2030-01-02",
        "2030-01-02T03:04:05.678+02:00, 2030-01-02",
        "2030-01-02 03:04, 2030-01-02",
        "' 2030-01-02 ', 2030-01-02",
        "31/12/2099,",
        "2030-02-30,",
        "2030-1-2,",
        "1/2/30,",
        "2030-01-023,",
        "1/2/20300,",
        "Unlimited,",
    })
    void a_license_date_has_the_american_or_the_iso_format(String text, LocalDate day) {
        assertThat(AccountReport.day(text)).isEqualTo(Optional.ofNullable(day));
    }

    private static String quoted(String text) {
        return text == null ? null : '"' + text + '"';
    }

    @Test
    void the_account_report_has_no_details_if_the_license_response_is_empty() throws Exception {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(200).withJson("{}"));
        assertThat(report(false)).isEqualTo(new AccountReport("Connected.", false));
    }
}
