package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.http.JsonFields;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers are read whatever shape their fields have. */
class ReadingTest {
    private static JsonFields json(String text) {
        return JsonFields.parse(text.replace('\'', '"')).orElseThrow();
    }

    private static JsonFields field(String value) {
        return json("{'f':" + value + "}");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "1, 1",
                "-1, -1",
                "'42', 42",
                "' 42 ', 42",
                "9223372036854775807, 9223372036854775807",
                "'9223372036854775807', 9223372036854775807",
                "9007199254740993, 9007199254740993",
                "9223372036854775808,",
                "'9223372036854775808',",
                "1.5,",
                "1e3,",
                "'many',",
                "'',",
                "null,",
                "true,",
                "[1],",
                "{},",
            })
    void a_number_is_a_whole_number_of_64_bits_or_a_text_that_is_one(String value, Long number) {
        assertThat(field(value).number("f")).isEqualTo(Optional.ofNullable(number));
        assertThat(field(value).number("g")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"'a', a", "'', ``", "12, 12", "1.50, 1.5", "true, true", "null,", "[],", "{},"})
    void a_text_may_be_a_number_or_a_boolean(String value, String text) {
        assertThat(field(value).text("f")).isEqualTo(Optional.ofNullable(text));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"true, true", "false, false", "'True', true", "' FALSE ', false", "'yes',", "1,", "null,", "{},"})
    void a_boolean_may_be_a_text(String value, Boolean flag) {
        assertThat(field(value).flag("f")).isEqualTo(Optional.ofNullable(flag));
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
    void a_date_is_american_or_iso_and_keeps_its_text(String text, LocalDate day) {
        assertThat(ServiceDate.of(text)).isEqualTo(new ServiceDate(text, Optional.ofNullable(day)));
    }

    @Test
    void an_empty_object_is_an_answer_without_values() {
        for (Object answer : List.of(
                LicenseData.of(json("{}")),
                QueryKey.Version.of(json("{}")),
                ProjectGitSettings.of(json("{}")),
                BranchingStatus.of(json("")))) {
            assertThat(answer.toString()).contains("Optional.empty").doesNotContain("Optional[");
        }
    }

    @Test
    void a_status_has_both_shapes() {
        assertThat(BranchingStatus.of(json("{'status':'Failed','errorMessage':'why'}"))
                        .status())
                .isEqualTo(new BranchingStatus.Status(Optional.empty(), Optional.of("Failed"), Optional.of("why")));
        assertThat(BranchingStatus.of(json("{'status':{'id':'3','value':'Failed','x':[]}}"))
                        .status())
                .isEqualTo(new BranchingStatus.Status(Optional.of(3L), Optional.of("Failed"), Optional.empty()));
        assertThat(BranchingStatus.of(json("{'status':[],'id':1}")).status())
                .isEqualTo(new BranchingStatus.Status(Optional.empty(), Optional.empty(), Optional.empty()));
    }

    @Test
    void languages_without_a_name_or_of_another_shape_are_left_out() {
        assertThat(LicenseData.of(json("{'supportedLanguages':[{'language':'Java','isSupported':'true'},{},'Go',null,"
                                + "{'language':'C'}]}"))
                        .supportedLanguages())
                .containsExactly(
                        new LicenseData.Language("Java", Optional.of(true)),
                        new LicenseData.Language("C", Optional.empty()));
        assertThat(LicenseData.of(json("{'supportedLanguages':{'language':'Java'}}"))
                        .supportedLanguages())
                .isEmpty();
    }

    @Test
    void a_blank_date_is_none() {
        assertThat(LicenseData.of(json("{'expirationDate':' '}")).validity().expirationDate())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65, 100_000})
    void nesting_that_would_exhaust_the_stack_is_refused(int depth) {
        assertThat(JsonFields.parse("[".repeat(depth) + "]".repeat(depth)).isPresent())
                .isEqualTo(depth <= 64);
    }
}
