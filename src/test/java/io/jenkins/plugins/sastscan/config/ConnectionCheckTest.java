package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.client.Fixture;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What the connection test says about the account and its license. */
class ConnectionCheckTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);
    private static final String UPLOAD_ONLY =
            "The account cannot read the license (status 403), which submissions do not need.";
    private static final String ANSWERED = "A server answered, but it may not be the SAST server. ";

    @RegisterExtension
    private final Fixture fixture = new Fixture();

    private ConnectionCheck check(boolean withProject) throws Exception {
        return ConnectionCheck.of(
                fixture.service(), withProject ? Optional.of(Fixture.PROJECT) : Optional.empty(), TODAY);
    }

    private void answer(SimulatedOperation operation, int status, String json) {
        fixture.simulator.always(operation, Fault.answer(status).withJson(json));
    }

    @Test
    void a_403_alone_is_no_proof_of_a_sast_server() throws Exception {
        answer(SimulatedOperation.LICENSE, 403, "");
        assertThat(check(false))
                .isEqualTo(
                        new ConnectionCheck(ANSWERED + UPLOAD_ONLY + " Check the URL, or enter a project ID.", true));

        fixture.service().writeGitSettings(Fixture.PROJECT, Fixture.REMOTE, GitAuthentication.NONE);
        int before = fixture.simulator.requests().size();
        assertThat(check(true))
                .isEqualTo(new ConnectionCheck(
                        "Connected. " + UPLOAD_ONLY + " The account can read the Git settings of project 7.", false));
        assertThat(fixture.simulator
                        .requests()
                        .subList(before, fixture.simulator.requests().size()))
                .hasSize(2)
                .allMatch(request -> request.method().equals("GET"));
    }

    @ParameterizedTest
    @CsvSource({
        "403, '', status 403",
        "404, '', status 404",
        "200, {}, the response has none of them",
    })
    void the_result_warns_about_unreadable_git_settings(int status, String json, String reason) throws Exception {
        answer(SimulatedOperation.READ_GIT, status, json);

        assertThat(check(true).warning()).isTrue();
        assertThat(check(true).text())
                .startsWith("Connected. Edition: ")
                .endsWith("The account cannot read the Git settings of project 7 (" + reason
                        + "): the project does not exist, or the account lacks the permission.");
    }

    @Test
    void an_empty_object_is_no_proof_of_a_sast_server() throws Exception {
        answer(SimulatedOperation.LICENSE, 200, "{}");
        assertThat(check(false))
                .isEqualTo(new ConnectionCheck(ANSWERED.strip() + " Check the URL, or enter a project ID.", true));
        answer(SimulatedOperation.READ_GIT, 404, "");
        assertThat(check(true).text()).startsWith(ANSWERED).endsWith(" Check the URL.");
    }

    @ParameterizedTest
    @EnumSource(names = {"LICENSE", "READ_GIT"})
    void the_connection_test_fails_if_the_token_is_rejected(SimulatedOperation operation) {
        answer(operation, 401, "");
        assertThatThrownBy(() -> check(true)).isInstanceOf(ServiceException.class);
    }

    /** An exclamation mark stands for a warning. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "Full | 6/9/2026 | Connected. Edition: Full, the license ends in 100 days.",
                "a\\u0007b | - | Connected. Edition: a\\u0007b.",
                "- | 2026-03-31 | Connected. the license ends in 30 days.",
                "- | some day | Connected. license ends: some day.",
                "- | 2026-03-30 | Connected. the license ends in 29 days.!",
                "- | 2026-03-02 | Connected. the license ends in 1 day.!",
                "- | 2026-02-28 | Connected. the license ended 1 day ago.!",
            })
    void the_result_describes_the_license_and_warns_before_it_ends(String edition, String end, String told)
            throws Exception {
        answer(
                SimulatedOperation.LICENSE,
                200,
                "{\"edition\": %s, \"expirationDate\": %s}".formatted(quoted(edition), quoted(end)));

        assertThat(check(false)).isEqualTo(new ConnectionCheck(told.replace("!", ""), told.endsWith("!")));
    }

    private static String quoted(String text) {
        return text == null ? null : '"' + text + '"';
    }

    @ParameterizedTest
    @CsvSource({
        "12/31/2099, 2099-12-31",
        "01/02/2030 13:14:15, 2030-01-02",
        "2030-01-02T03:04:05.678+02:00, 2030-01-02",
        "' 2030-01-02 ', 2030-01-02",
        "31/12/2099,",
        "2030-02-30,",
        "2030-01-023,",
        "1/2/30,",
        "Unlimited,",
    })
    void a_license_date_has_the_american_or_the_iso_format(String text, LocalDate day) {
        assertThat(License.day(text)).isEqualTo(Optional.ofNullable(day));
    }
}
