package io.jenkins.plugins.sastscan.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.http.JsonFields;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.codec.net.URLCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What people give wrongly: one sentence each, and nothing is sent. What SAST servers answer: fields of any shape are read.
 */
class BadInputTest {
    private static InvalidInputException refusal(Executable given) {
        InvalidInputException e = assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(given::execute)
                .actual();
        assertThat(e.getMessage()).matches("[A-Z][^\\n]{10,300}\\.");
        return e;
    }

    static Stream<Arguments> urls() {
        return Stream.of(
                arguments(null, "is missing"),
                arguments("  ", "is missing"),
                arguments("sast.example.org", "does not begin with https://"),
                arguments("sast.example.org:8443", "does not begin with https://"),
                arguments("file:///etc/passwd", "does not begin with https://"),
                arguments("http://sast.example.org", "begins with http://"),
                arguments("HTTP://sast.example.org", "begins with http://"),
                arguments("https:", "an invalid host or port"),
                arguments("https:/sast.example.org", "an invalid host or port"),
                arguments("https:///api", "an invalid host or port"),
                arguments("https://:443/", "an invalid host or port"),
                arguments("https://sast.example.org:0/", "an invalid host or port"),
                arguments("https://sast.example.org:65536/", "an invalid host or port"),
                arguments("https://user:PLANTED@sast.example.org/", "contains a user name"),
                arguments("https://@sast.example.org/", "contains a user name"),
                arguments("https://sast.example.org/#PLANTED", "contains a fragment"),
                arguments("https://sast.example.org/a b", "contains a space"),
                arguments("https://sast.example.org\\api", "contains a space or a backslash"),
                arguments("https://sast.example.org/\r\nHost: evil", "control character"),
                arguments("https://sast.example.org/\tapi", "control character"),
                arguments("https://a.example.org" + "/".repeat(1_980), "is longer than 2000 characters"));
    }

    @ParameterizedTest
    @MethodSource("urls")
    void a_url_that_is_none_or_unsafe_is_refused(String url, String why) {
        assertThat(refusal(() -> ServiceUrl.base(url, false)))
                .hasMessageStartingWith("The URL of the SAST server ")
                .hasMessageContaining(why)
                .hasMessageNotContaining("PLANTED");
        assertThat(refusal(() -> ServiceUrl.token(url, false)))
                .hasMessageStartingWith("The token URL ")
                .hasMessageContaining(why);
    }

    @Test
    void a_server_url_has_no_query_but_a_token_url_may() {
        assertThat(refusal(() -> ServiceUrl.base("https://a.example.org/?x=PLANTED", false)))
                .hasMessageContaining("contains a query")
                .hasMessageNotContaining("PLANTED");
        assertThat(refusal(() -> ServiceUrl.base("https://a.example.org?", false)))
                .hasMessageContaining("contains a query");
        assertThat(ServiceUrl.token("https://a.example.org/token?p=1", false))
                .hasToString("https://a.example.org/token?p=1");
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example.org, https://a.example.org",
        "https://a.example.org/, https://a.example.org",
        "https://A.example.org:443/api///, https://a.example.org/api",
        "HTTPS://a.example.org:8443/x/../api/, https://a.example.org:8443/api",
        "'  https://a.example.org/api ', https://a.example.org/api",
        "https://[::1]:8443/api, https://[::1]:8443/api",
        "https://a.example.org/a%20b/@c, https://a.example.org/a%20b/@c",
        "http://localhost:8080/x, http://localhost:8080/x",
    })
    void a_base_url_keeps_its_path_and_loses_slashes_at_its_end(String given, String kept) {
        assertThat(ServiceUrl.base(given, true)).hasToString(kept);
        assertThat(ServiceUrl.base(kept, true)).hasToString(kept);
    }

    @ParameterizedTest
    @CsvSource({
        "https://sast.example.org/api, https://sast.example.org/api/auth/identity/connect/token",
        "http://sast.example.org/, http://sast.example.org/auth/identity/connect/token",
        "'',",
        "https://,"
    })
    void the_usual_token_url_is_below_a_valid_base_url(String base, String tokenUrl) {
        assertThat(ServiceUrl.usualToken(base)).isEqualTo(Optional.ofNullable(tokenUrl));
    }

    @ParameterizedTest
    @CsvSource({
        ", The project ID is missing. Enter the number from the SAST server.",
        "' ', The project ID is missing. Enter the number from the SAST server.",
        "${SAST_PROJECT}, The project ID is missing: SAST_PROJECT is not set in this build.",
        "$SAST_PROJECT, The project ID is missing: SAST_PROJECT is not set in this build.",
        "x${SAST}, 'Invalid project ID \"x${SAST}\". Enter the positive number from the SAST server.'",
        "0, 'Invalid project ID \"0\". Enter the positive number from the SAST server.'",
        "-1, 'Invalid project ID \"-1\". Enter the positive number from the SAST server.'",
        "1.5, 'Invalid project ID \"1.5\". Enter the positive number from the SAST server.'",
        "\u0661, 'Invalid project ID \"\u0661\". Enter the positive number from the SAST server.'",
        "9223372036854775808, 'Invalid project ID \"9223372036854775808\". Enter the positive number from the SAST server.'",
    })
    void a_project_id_is_a_positive_number_of_64_bits(String text, String message) {
        assertThat(refusal(() -> ProjectId.parse(text))).hasMessage(message);
    }

    @Test
    void project_ids_are_parsed_with_white_space_around_them_and_shown_as_numbers() {
        assertThat(ProjectId.parse(" 1\n")).isEqualTo(new ProjectId(1)).hasToString("1");
        assertThat(ProjectId.parse("0042")).hasToString("42");
        assertThat(ProjectId.parse("9223372036854775807").value()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "PLANTED\n", "PLANTED token", "PLANTED\u0000", "PLANT\u00e4", "\u007f"})
    void a_token_that_no_header_can_carry_is_refused_unseen(String token) {
        assertThat(refusal(() -> new AccessToken(SecretText.of(token))))
                .hasMessageStartingWith("The access token ")
                .hasMessageNotContaining("PLANT");
    }

    @Test
    void a_token_may_hold_every_visible_ascii_character() {
        String visible = "!~azAZ09-._+/=:;,\"'";
        assertThat(new AccessToken(SecretText.of(visible)).value().reveal()).isEqualTo(visible);
    }

    static Stream<Executable> outOfRange() {
        SecretText empty = SecretText.of("");
        SecretText some = SecretText.of("PLANTED");
        ServiceUrl url = ServiceUrl.token("https://a.example.org", false);
        OAuthSettings.Client client = new OAuthSettings.Client("id", some);
        ProxySettings proxy = ProxySettings.http("a", 1, List.of());
        Duration second = Duration.ofSeconds(1);
        return Stream.<Executable>of(
                () -> new GitRemote(null, "main"),
                () -> new GitRemote(" \t", "main"),
                () -> new GitRemote("https://x\n", "main"),
                () -> new GitRemote("https://x", null),
                () -> new GitRemote("https://x", "ma\ud800in"),
                () -> new QueryKey("", "Low", "name"),
                () -> new QueryKey("Java", "Low", " "),
                () -> new QueryKey("Ja\nva", "Low", "name"),
                () -> new QueryKey("Java", "High", "na\u0085me"),
                () -> new QueryKey("Java", null, "name"),
                () -> new QueryKey("Java", "Hi\ngh", "name"),
                () -> new ProjectId(0),
                () -> new ProjectId(Long.MIN_VALUE),
                () -> new GitAuthentication.UserPassword("", some),
                () -> new GitAuthentication.UserPassword("a", SecretText.of("PLANTED\udc00")),
                () -> new GitAuthentication.Token(empty),
                () -> new GitAuthentication.Token(SecretText.of("PLANTED\n")),
                () -> new GitAuthentication.SshKey(empty),
                () -> new GitAuthentication.SshKey(SecretText.of("\n")),
                () -> new OAuthSettings.Client("", some),
                () -> new OAuthSettings.Client("id", SecretText.of("\ud800PLANTED")),
                () -> new OAuthSettings.Password("", some),
                () -> new OAuthSettings.Password("a", empty),
                () -> new OAuthSettings(url, client, new OAuthSettings.ClientCredentials(), "a\nb"),
                () -> ProxySettings.http("", 1, List.of()),
                () -> ProxySettings.http("a", 0, List.of()),
                () -> ProxySettings.http("a", 65_536, List.of()),
                () -> proxy.withUser("", some),
                () -> new CallPolicy(-1, second, second, second, second),
                () -> new CallPolicy(101, second, second, second, second),
                () -> new CallPolicy(0, Duration.ZERO, second, second, second),
                () -> new CallPolicy(0, second, Duration.ofHours(1).plusNanos(1), second, second),
                () -> new CallPolicy(0, second, second, second.negated(), second),
                () -> new CallPolicy(0, second, second, second, Duration.ofDays(8)),
                () -> new CallPolicy(0, second, second, second, null),
                () -> new Timeouts(Duration.ZERO, second, second),
                () -> new Timeouts(second, CallPolicy.DEFAULT.uploadLimit().plusNanos(1), second),
                () -> new Timeouts(second, second, null));
    }

    @ParameterizedTest
    @MethodSource("outOfRange")
    void text_that_is_blank_or_broken_and_figures_out_of_range_are_refused_unseen(Executable given) {
        assertThat(refusal(given)).hasMessageNotContaining("PLANTED");
    }

    @ParameterizedTest
    @CsvSource({"high, High", "' INFO ', Info", "Low, Low", "mEDIUM, Medium", "Critical, Critical", "critical, critical"
    })
    void a_severity_of_the_contract_is_found_in_whatever_case_and_another_is_kept(String given, String name) {
        assertThat(new QueryKey("Java", given, "name").severity()).isEqualTo(name);
    }

    @Test
    void figures_at_their_bounds_are_taken() {
        Duration hour = Duration.ofHours(1);
        Duration day = Duration.ofHours(24);
        Duration shortest = Duration.ofNanos(1);
        assertThat(new CallPolicy(100, hour, hour, day, Duration.ofDays(7)).retries())
                .isEqualTo(100);
        assertThat(new CallPolicy(0, shortest, shortest, shortest, shortest).retries())
                .isZero();
        Duration upload = CallPolicy.DEFAULT.uploadLimit();
        assertThat(new Timeouts(upload, upload, upload).read()).isEqualTo(upload);
        assertThat(ProxySettings.http("a", 65_535, List.of()).port()).isEqualTo(65_535);
        assertThat(ServiceUrl.base("https://a.example.org" + "/".repeat(ServiceUrl.MAX_LENGTH - 21), false))
                .hasToString("https://a.example.org");
    }

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
    void a_text_may_be_a_number_or_a_boolean_and_a_boolean_a_text(String value, String text, Boolean flag) {
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
    void a_branching_status_is_a_text_or_an_object() {
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
    void languages_without_a_name_or_in_another_shape_are_ignored() {
        assertThat(ResponseValues.license(json("{'supportedLanguages':[{'language':'Java','isSupported':'true'},{},"
                                + "'Go',null,{'language':'C'}]}"))
                        .list("languages"))
                .hasToString("[{language=Java, supported=true}, {language=C}]");
        assertThat(ResponseValues.license(json("{'supportedLanguages':{'language':'Java'}}"))
                        .list("languages"))
                .isEmpty();
    }

    @Test
    void a_blank_date_is_no_date() {
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
    void nesting_that_would_exhaust_the_stack_is_refused(int depth) {
        assertThat(JsonFields.parse("[".repeat(depth) + "]".repeat(depth)).isPresent())
                .isEqualTo(depth <= 64);
    }

    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    private static String encode(byte[] bytes) {
        byte[] buffer = new byte[FormEncoding.bufferSize(bytes.length)];
        return new String(buffer, 0, FormEncoding.encode(bytes, 0, bytes.length, buffer), US_ASCII);
    }

    @Test
    void each_of_the_256_bytes_is_unreserved_or_a_percent_sign_and_two_digits() {
        for (int b = 0; b < 256; b++) {
            String expected = UNRESERVED.indexOf(b) >= 0 ? "" + (char) b : String.format("%%%02X", b);
            assertThat(encode(new byte[] {(byte) b})).isEqualTo(expected);
            assertThat(FormEncoding.encodedLength(new byte[] {(byte) b}, 0, 1)).isEqualTo(expected.length());
        }
    }

    @Test
    void all_bytes_in_all_neighbourhoods_come_back_from_two_decoders() throws Exception {
        byte[] bytes = new byte[256 * 256 * 2];
        for (int i = 0; i < 256 * 256; i++) {
            bytes[2 * i] = (byte) (i >> 8);
            bytes[2 * i + 1] = (byte) i;
        }
        String encoded = encode(bytes);
        assertThat(URLDecoder.decode(encoded, ISO_8859_1).getBytes(ISO_8859_1)).isEqualTo(bytes);
        assertThat(new URLCodec().decode(encoded.getBytes(US_ASCII))).isEqualTo(bytes);
    }

    @Test
    void a_part_of_an_array_is_encoded_like_a_copy_of_it() {
        byte[] bytes = "a b+c&d".getBytes(US_ASCII);
        byte[] buffer = new byte[FormEncoding.bufferSize(4)];
        int encoded = FormEncoding.encode(bytes, 1, 4, buffer);
        assertThat(new String(buffer, 0, encoded, US_ASCII)).isEqualTo("%20b%2Bc");
        assertThat(FormEncoding.encodedLength(bytes, 1, 4)).isEqualTo(encoded);
    }

    @Test
    void bounds_outside_of_an_array_are_refused_before_anything_is_written() {
        byte[] buffer = new byte[FormEncoding.bufferSize(4) - 1];
        assertThatThrownBy(() -> FormEncoding.encode(new byte[] {1, 2, 3, 4}, 0, 4, buffer))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(buffer).containsOnly(0);
        assertThatThrownBy(() -> FormEncoding.encodedLength(new byte[3], 1, 3))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> FormEncoding.encode(new byte[3], 1, 3, new byte[100]))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> FormEncoding.bufferSize(Integer.MAX_VALUE / 2))
                .isInstanceOf(ArithmeticException.class);
    }
}
