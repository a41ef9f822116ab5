package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonResponseTest {
    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    private static ResponseValues query(String text) throws IOException {
        return ResponseValues.query(json(text), UnaryOperator.identity());
    }

    private static ResponseValues license(String text) throws IOException {
        return ResponseValues.license(json(text), UnaryOperator.identity());
    }

    private static ResponseValues status(String text) throws IOException {
        return ResponseValues.branchingStatus(json(text), UnaryOperator.identity());
    }

    private static ResponseValues git(String text) throws IOException {
        return ResponseValues.gitSettings(json(text), UnaryOperator.identity());
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
    void a_64_bit_integer_or_its_text_form_is_read_as_a_number(String value, Long number) throws IOException {
        assertThat(query("{'queryId':" + value + "}").toMap()).isEqualTo(Map.of("queryId", number));
    }

    @Test
    void only_64_bit_integers_and_their_text_forms_are_read_as_numbers() throws IOException {
        String large = "9223372036854775808";
        for (String value :
                List.of(large, "'" + large + "'", "1.5", "1e3", "'many'", "''", "null", "true", "[1]", "{}")) {
            assertThat(query("{'queryId':" + value + "}").toMap()).as(value).isEmpty();
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
    void a_json_value_is_converted_to_text_or_a_boolean_if_possible(String value, String text, Boolean flag)
            throws IOException {
        assertThat(git("{'url':" + value + "}").text("url")).isEqualTo(Optional.ofNullable(text));
        assertThat(git("{'useSsh':" + value + "}").toMap().get("useSsh")).isEqualTo(flag);
    }

    @Test
    void an_empty_object_is_a_response_without_values() throws IOException {
        assertThat(license("{}").toMap()).hasToString("{users={}, auditUsers={}, projects={}, languages=[]}");
        assertThat(query("{}").toMap()).isEmpty();
        assertThat(git("{}").toMap()).isEmpty();
        assertThat(status("").toMap()).isEmpty();
    }

    @Test
    void a_branching_status_may_be_a_text_or_an_object() throws IOException {
        assertThat(status("{'status':'Failed','errorMessage':'why'}").toMap())
                .hasToString("{status=Failed, errorMessage=why}");
        assertThat(status("{'status':{'id':'3','value':'Failed','x':[]}}").toMap())
                .hasToString("{status=Failed, statusId=3}");
        assertThat(status("{'status':[],'id':1}").toMap()).hasToString("{id=1}");
    }

    @Test
    void languages_that_have_no_name_or_are_not_json_objects_are_ignored() throws IOException {
        assertThat(license("{'supportedLanguages':[{'language':'Java','isSupported':'true'},{},"
                                + "'Go',null,{'language':'C'}]}")
                        .toMap()
                        .get("languages"))
                .hasToString("[{language=Java, supported=true}, {language=C}]");
        assertThat(license("{'supportedLanguages':{'language':'Java'}}").toMap().get("languages"))
                .isEqualTo(List.of());
    }

    @Test
    void texts_are_masked_except_for_comparisons() throws IOException {
        ResponseValues settings =
                ResponseValues.gitSettings(json("{'url':'a','useSsh':true,'link':{'uri':'l'}}"), text -> text + "!");
        assertThat(settings.toMap()).hasToString("{url=a!, useSsh=true, link=l!}");
        assertThat(settings.unmasked("url")).contains("a");
        assertThat(settings.with("url", text -> text + "?")
                        .with("branch", text -> "x")
                        .toMap())
                .hasToString("{url=a!?, useSsh=true, link=l!}");
    }

    @Test
    void a_blank_date_is_ignored() throws IOException {
        assertThat(license("{'expirationDate':' '}").text("expirationDate")).isEmpty();
    }
}
