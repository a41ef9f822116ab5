package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.http.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonResponseTest {
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
            })
    void a_64_bit_integer_or_its_text_form_is_read_as_a_number(String value, Long number) {
        assertThat(field(value).number("f")).contains(number);
        assertThat(field(value).number("g")).isEmpty();
    }

    @Test
    void only_64_bit_integers_and_their_text_forms_are_read_as_numbers() {
        String large = "9223372036854775808";
        for (String value :
                List.of(large, "'" + large + "'", "1.5", "1e3", "'many'", "''", "null", "true", "[1]", "{}")) {
            assertThat(field(value).number("f")).as(value).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "'a', a,",
                "'', ``,",
                "'yes', yes,",
                "1, 1,",
                "12, 12,",
                "1.50, 1.5,",
                "null,,",
                "[],,",
                "{},,",
                "true, true, true",
                "false, false, false",
                "'True', True, true",
                "' FALSE ', ` FALSE `, false"
            })
    void a_json_value_is_converted_to_text_or_a_boolean_if_possible(String value, String text, Boolean flag) {
        assertThat(field(value).text("f")).isEqualTo(Optional.ofNullable(text));
        assertThat(field(value).flag("f")).isEqualTo(Optional.ofNullable(flag));
    }

    @Test
    void an_empty_object_is_a_response_without_values() {
        assertThat(ResponseValues.license(json("{}")).toMap())
                .hasToString("{users={}, auditUsers={}, projects={}, languages=[]}");
        assertThat(ResponseValues.query(json("{}")).toMap()).isEmpty();
        assertThat(ResponseValues.gitSettings(json("{}")).toMap()).isEmpty();
        assertThat(ResponseValues.branchingStatus(json("")).toMap()).isEmpty();
    }

    @Test
    void a_branching_status_may_be_a_text_or_an_object() {
        assertThat(ResponseValues.branchingStatus(json("{'status':'Failed','errorMessage':'why'}"))
                        .toMap())
                .hasToString("{status=Failed, errorMessage=why}");
        assertThat(ResponseValues.branchingStatus(json("{'status':{'id':'3','value':'Failed','x':[]}}"))
                        .toMap())
                .hasToString("{status=Failed, statusId=3}");
        assertThat(ResponseValues.branchingStatus(json("{'status':[],'id':1}")).toMap())
                .hasToString("{id=1}");
    }

    @Test
    void languages_that_have_no_name_or_are_not_json_objects_are_ignored() {
        assertThat(ResponseValues.license(json("{'supportedLanguages':[{'language':'Java','isSupported':'true'},{},"
                                + "'Go',null,{'language':'C'}]}"))
                        .list("languages"))
                .hasToString("[{language=Java, supported=true}, {language=C}]");
        assertThat(ResponseValues.license(json("{'supportedLanguages':{'language':'Java'}}"))
                        .list("languages"))
                .isEmpty();
    }

    @Test
    void texts_are_changed_only_in_a_copy() {
        ResponseValues settings = ResponseValues.gitSettings(json("{'url':'a','branch':'b'}"));
        assertThat(settings.with(text -> text + "!", "url", "link").toMap())
                .isEqualTo(Map.of("url", "a!", "branch", "b"));
        assertThat(settings.toMap()).isEqualTo(Map.of("url", "a", "branch", "b"));
    }

    @Test
    void a_quota_is_a_map_and_other_values_are_not() {
        ResponseValues license = ResponseValues.license(json("{'edition':'e','currentUsers':1,'maxUsers':2}"));
        assertThat(license.map("users")).isEqualTo(Map.of("current", 1L, "max", 2L));
        assertThat(license.map("edition")).isEmpty();
    }

    @Test
    void a_blank_date_is_ignored() {
        assertThat(ResponseValues.license(json("{'expirationDate':' '}")).text("expirationDate"))
                .isEmpty();
    }

    @Test
    void undocumented_fields_are_not_returned() {
        assertThat(ResponseValues.query(json("{'queryId':1,'password':'x','link':{'uri':'y'}}"))
                        .toMap())
                .isEqualTo(Map.of("queryId", 1L));
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65, 100_000})
    void json_nested_deeper_than_64_levels_is_rejected(int depth) {
        assertThat(JsonFields.parse("[".repeat(depth) + "]".repeat(depth)).isPresent())
                .isEqualTo(depth <= 64);
    }
}
