package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.LicenseData;
import io.jenkins.plugins.sastscan.service.ServiceDate;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LicenseSummaryTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);

    @Test
    void an_administrator_is_told_edition_users_projects_languages_and_days() {
        LicenseSummary summary = LicenseSummary.of(license(Optional.of("Full"), Optional.of("6/9/2026"), 3L), TODAY);
        assertThat(summary.text())
                .isEqualTo("Connected. Edition: Full, users: 3 of 1,000, languages: 1,"
                        + " the license ends in 100 days.");
        assertThat(summary.warning()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-31, ends in 30 days, false",
        "2026-03-30, ends in 29 days, true",
        "2026-03-02, ends in 1 day, true",
        "2026-03-01, ends in 0 days, true",
        "2026-02-28, ended 1 day ago, true",
        "some day, license ends: some day, false",
    })
    void the_end_is_warned_of_when_it_is_near_or_over(String end, String said, boolean warning) {
        LicenseSummary summary = LicenseSummary.of(license(Optional.empty(), Optional.of(end), 1L), TODAY);
        assertThat(summary.text()).contains(said);
        assertThat(summary.warning()).isEqualTo(warning);
    }

    @Test
    void what_the_server_does_not_tell_is_left_out() {
        LicenseSummary summary = LicenseSummary.of(license(Optional.empty(), Optional.empty(), null), TODAY);
        assertThat(summary.text()).isEqualTo("Connected. users: at most 1,000, languages: 1.");
        assertThat(summary.warning()).isFalse();

        LicenseData.Quota unknown = new LicenseData.Quota(Optional.empty(), Optional.empty());
        LicenseData nothing = new LicenseData(
                Optional.empty(),
                Optional.empty(),
                new LicenseData.Validity(Optional.empty(), Optional.empty(), Optional.empty()),
                new LicenseData.Limits(Optional.empty(), Optional.empty()),
                new LicenseData.Usage(unknown, unknown, unknown),
                List.of());
        assertThat(LicenseSummary.of(nothing, TODAY).text()).isEqualTo("Connected.");
    }

    @Test
    void a_servers_words_stay_on_the_line() {
        assertThat(LicenseSummary.of(license(Optional.of("a\nb"), Optional.empty(), 1L), TODAY)
                        .text())
                .contains("a\\u000ab");
    }

    private static LicenseData license(Optional<String> edition, Optional<String> end, Long users) {
        LicenseData.Quota unknown = new LicenseData.Quota(Optional.empty(), Optional.empty());
        return new LicenseData(
                edition,
                Optional.empty(),
                new LicenseData.Validity(end.map(ServiceDate::of), Optional.empty(), Optional.empty()),
                new LicenseData.Limits(Optional.empty(), Optional.empty()),
                new LicenseData.Usage(
                        new LicenseData.Quota(Optional.ofNullable(users), Optional.of(1000L)), unknown, unknown),
                List.of(
                        new LicenseData.Language("Java", Optional.of(true)),
                        new LicenseData.Language("Cobol", Optional.of(false)),
                        new LicenseData.Language("Go", Optional.empty())));
    }
}
