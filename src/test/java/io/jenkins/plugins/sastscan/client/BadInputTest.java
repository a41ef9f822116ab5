package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.User;
import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each invalid input is reported in one sentence. */
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
                arguments("sast.example.org", "is not a valid https:// URL"),
                arguments("http://sast.example.org", "begins with http://"),
                arguments("https:", "is not a valid https:// URL"),
                arguments("https://sast.example.org:0/", "is not a valid https:// URL"),
                arguments("https://sast.example.org:65536/", "is not a valid https:// URL"),
                arguments("https://2130706433/", "an ambiguous host"),
                arguments("https://user:PLANTED@sast.example.org/", "contains a user name"),
                arguments("https://sast.example.org/#PLANTED", "contains a fragment"),
                arguments("https://sast.example.org/\r\nHost: evil", "control character"),
                arguments("https://a.example.org" + "/".repeat(1_980), "is longer than 2000 characters"));
    }

    @ParameterizedTest
    @MethodSource("urls")
    void an_invalid_or_unsafe_url_is_rejected(String url, String why) {
        assertThat(refusal(() -> ServiceUrl.base(url, false)))
                .hasMessageStartingWith("The URL of the SAST server ")
                .hasMessageContaining(why)
                .hasMessageNotContaining("PLANTED");
        assertThat(refusal(() -> ServiceUrl.token(url, false)))
                .hasMessageStartingWith("The token URL ")
                .hasMessageContaining(why);
    }

    @Test
    void only_a_token_url_may_have_a_query() {
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
    void a_base_url_keeps_its_path_but_no_trailing_slashes(String given, String kept) {
        assertThat(ServiceUrl.base(given, true)).hasToString(kept);
        assertThat(ServiceUrl.base(kept, true)).hasToString(kept);
    }

    @Test
    void a_host_is_compared_in_lower_case_and_without_the_dot_of_the_root() {
        assertThat(ServiceUrl.host("SAST.example.org.", InvalidInputException::new))
                .isEqualTo("sast.example.org");
    }

    @ParameterizedTest
    @CsvSource({
        "https://sast.example.org/api, https://sast.example.org/api/auth/identity/connect/token",
        "http://sast.example.org/, http://sast.example.org/auth/identity/connect/token",
        "'',",
        "https://,"
    })
    void the_default_token_url_is_derived_from_a_valid_base_url(String base, String tokenUrl) {
        assertThat(ServiceUrl.usualToken(base)).isEqualTo(Optional.ofNullable(tokenUrl));
    }

    @ParameterizedTest
    @CsvSource({
        ", The project ID is missing. Enter the number from the SAST server.",
        "' ', The project ID is missing. Enter the number from the SAST server.",
        "x${SAST}, 'Invalid project ID \"x${SAST}\". Enter the positive number from the SAST server.'",
        "0, 'Invalid project ID \"0\". Enter the positive number from the SAST server.'",
        "-1, 'Invalid project ID \"-1\". Enter the positive number from the SAST server.'",
        "1.5, 'Invalid project ID \"1.5\". Enter the positive number from the SAST server.'",
        "\u0661, 'Invalid project ID \"\u0661\". Enter the positive number from the SAST server.'",
        "9223372036854775808, 'Invalid project ID \"9223372036854775808\". Enter the positive number from the SAST"
                + " server.'",
    })
    void a_project_id_must_be_a_positive_64_bit_number(String text, String message) {
        assertThat(refusal(() -> ProjectId.parse(text))).hasMessage(message);
    }

    @Test
    void a_project_id_may_have_leading_zeros_and_white_space_around_it() {
        assertThat(ProjectId.parse(" 1\n")).isEqualTo(new ProjectId(1)).hasToString("1");
        assertThat(ProjectId.parse("0042")).hasToString("42");
        assertThat(ProjectId.parse("9223372036854775807").value()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {" ", "PLANTED\n", "PLANTED token", "PLANTED\u0000", "PLANT\u00e4", "\u007f"})
    void an_invalid_token_is_rejected_and_the_message_does_not_show_the_token(String token) {
        assertThat(refusal(() -> new AccessToken(token)))
                .hasMessageStartingWith("The access token ")
                .hasMessageNotContaining("PLANT");
    }

    private static ProxySettings proxy(String host, int port) {
        return new ProxySettings(host, port, name -> false, Optional.empty());
    }

    private static ConnectionSettings settings(int retries) {
        return new ConnectionSettings(
                Timeouts.DEFAULT, retries, ProxySettings.DIRECT, new TrustedCertificates(""), UploadEncoding.FORM);
    }

    static Stream<Executable> outOfRange() {
        SecretText empty = new SecretText("");
        SecretText some = new SecretText("PLANTED");
        ServiceUrl url = ServiceUrl.token("https://a.example.org", false);
        Duration second = Duration.ofSeconds(1);
        return Stream.<Executable>of(
                () -> new GitRemote(null, "main"),
                () -> new GitRemote(" \t", "main"),
                () -> new GitRemote("https://x\n", "main"),
                () -> new GitRemote("https://x", null),
                () -> new GitRemote("https://x", "ma\ud800in"),
                () -> new ProjectId(0),
                () -> new ProjectId(Long.MIN_VALUE),
                () -> new GitAuthentication(GitAuthentication.Kind.USER_PASSWORD, "", some, false),
                () -> new GitAuthentication(
                        GitAuthentication.Kind.USER_PASSWORD, "a", new SecretText("PLANTED\udc00"), false),
                () -> new GitAuthentication(GitAuthentication.Kind.TOKEN, empty),
                () -> new GitAuthentication(GitAuthentication.Kind.TOKEN, new SecretText("PLANTED\n")),
                () -> new GitAuthentication(GitAuthentication.Kind.SSH_KEY, empty),
                () -> new GitAuthentication(GitAuthentication.Kind.SSH_KEY, new SecretText("\n")),
                () -> new OAuthSettings(url, "", some, Optional.empty(), ""),
                () -> new OAuthSettings(url, "id", new SecretText("\udfffPLANTED"), Optional.empty(), ""),
                () -> new User("", some),
                () -> new User("a", new SecretText("PLANTED\udc00")),
                () -> new OAuthSettings(url, "id", some, Optional.of(new User("a", empty)), ""),
                () -> new OAuthSettings(url, "id", some, Optional.empty(), "a\nb"),
                () -> proxy("", 1),
                () -> proxy("a", 0),
                () -> proxy("a", 65_536),
                () -> settings(-1),
                () -> settings(101),
                () -> new Timeouts(second, Duration.ZERO, second),
                () -> new Timeouts(second, ConnectionSettings.UPLOAD_LIMIT.plusNanos(1), second));
    }

    @ParameterizedTest
    @MethodSource("outOfRange")
    void an_invalid_value_is_rejected_and_the_message_shows_no_secret(Executable given) {
        assertThat(refusal(given)).hasMessageNotContaining("PLANTED");
    }

    @Test
    void numbers_at_their_limits_are_accepted() {
        assertThat(settings(100).retries()).isEqualTo(100);
        assertThat(settings(0).retries()).isZero();
        Duration upload = ConnectionSettings.UPLOAD_LIMIT;
        assertThat(new Timeouts(upload, upload, upload).read()).isEqualTo(upload);
        assertThat(proxy("a", 65_535).port()).isEqualTo(65_535);
        assertThat(proxy("a", 1).port()).isEqualTo(1);
        assertThat(ServiceUrl.base("https://a.example.org" + "/".repeat(ServiceUrl.MAX_LENGTH - 21), false))
                .hasToString("https://a.example.org");
    }
}
