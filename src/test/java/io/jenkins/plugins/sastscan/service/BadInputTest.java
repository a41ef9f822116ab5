package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people give wrongly: one sentence each, and nothing is sent. */
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
                arguments("", "is missing"),
                arguments("  ", "is missing"),
                arguments("sast.example.org", "does not begin with https://"),
                arguments("sast.example.org:8443", "does not begin with https://"),
                arguments("ftp://sast.example.org", "does not begin with https://"),
                arguments("file:///etc/passwd", "does not begin with https://"),
                arguments("javascript:alert(1)", "does not begin with https://"),
                arguments("http://sast.example.org", "begins with http://"),
                arguments("HTTP://sast.example.org", "begins with http://"),
                arguments("https:", "no valid host"),
                arguments("https:/sast.example.org", "no valid host"),
                arguments("https://", "no valid host"),
                arguments("https:///api", "no valid host"),
                arguments("https://:443/", "no valid host"),
                arguments("https://sast.example.org:0/", "no valid host"),
                arguments("https://sast.example.org:65536/", "no valid host"),
                arguments("https://sast.example.org:port/", "no valid host"),
                arguments("https://user:PLANTED@sast.example.org/", "contains a user name"),
                arguments("https://PLANTED@sast.example.org/", "contains a user name"),
                arguments("https://@sast.example.org/", "contains a user name"),
                arguments("https://sast.example.org/#PLANTED", "contains a fragment"),
                arguments("https://sast.example.org/a b", "contains a space"),
                arguments("https://sast.example.org\\api", "contains a space or a backslash"),
                arguments("https://sast.example.org/\r\nHost: evil", "control character"),
                arguments("https://sast.example.org/\tapi", "control character"));
    }

    @ParameterizedTest
    @MethodSource("urls")
    void a_url_that_is_none_or_unsafe_is_refused(String url, String why) {
        assertThat(refusal(() -> ServiceAddress.parse(url, false)))
                .hasMessageStartingWith("The server URL ")
                .hasMessageContaining(why)
                .hasMessageNotContaining("PLANTED");
        assertThat(refusal(() -> TokenAddress.parse(url, false)))
                .hasMessageStartingWith("The token URL ")
                .hasMessageContaining(why);
    }

    @Test
    void a_server_url_has_no_query_but_a_token_url_may() {
        assertThat(refusal(() -> ServiceAddress.parse("https://a.example.org/?x=PLANTED", false)))
                .hasMessageContaining("contains a query")
                .hasMessageNotContaining("PLANTED");
        assertThat(refusal(() -> ServiceAddress.parse("https://a.example.org?", false)))
                .hasMessageContaining("contains a query");
        assertThat(TokenAddress.parse("https://a.example.org/token?p=1", false))
                .hasToString("https://a.example.org/token?p=1")
                .isEqualTo(TokenAddress.parse(" https://a.example.org/token?p=1", false))
                .hasSameHashCodeAs(TokenAddress.parse("https://a.example.org/token?p=1", false))
                .isNotEqualTo(TokenAddress.parse("https://a.example.org/token/", false));
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
        ServiceAddress address = ServiceAddress.parse(given, true);
        assertThat(address)
                .hasToString(kept)
                .isEqualTo(ServiceAddress.parse(kept, true))
                .hasSameHashCodeAs(ServiceAddress.parse(kept, true))
                .isNotEqualTo(ServiceAddress.parse(kept + "/other", true));
        assertThat(address.below("one", "t/w o").build()).hasToString(kept + "/one/t%2Fw%20o");
    }

    @ParameterizedTest
    @CsvSource({
        ", is missing",
        "'', is missing",
        "' ', is missing",
        "0, is not a positive number",
        "00, is not a positive number",
        "-1, is not a positive whole number",
        "+1, is not a positive whole number",
        "1.5, is not a positive whole number",
        "1e3, is not a positive whole number",
        "seven, is not a positive whole number",
        "'1 2', is not a positive whole number",
        "\u0661, is not a positive whole number",
        "9223372036854775808, is greater than 9223372036854775807",
        "99999999999999999999999999999999999999999999999999999999, is greater than",
    })
    void a_project_id_is_a_positive_number_of_64_bits(String text, String why) {
        assertThat(refusal(() -> ProjectId.parse(text)))
                .hasMessageStartingWith("The project id")
                .hasMessageContaining(why);
    }

    @Test
    void project_ids_are_read_with_white_space_around_them() {
        assertThat(ProjectId.parse(" 1\n")).isEqualTo(1);
        assertThat(ProjectId.parse("0042")).isEqualTo(42);
        assertThat(ProjectId.parse("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(ProjectId.check(1)).isEqualTo(1);
        assertThat(ProjectId.check(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void no_operation_sends_an_id_that_is_not_positive(long id) {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            RestService service = fixture.service();
            Path archive = Path.of("never-read.zip");
            refusal(() -> service.branchingStatus(id));
            refusal(() -> SentFrom.CONTROLLER.upload(service, id, archive, ByteProgress.NONE));
            refusal(() -> service.forceScan(id));
            refusal(() -> service.gitSettings(id));
            refusal(() -> service.writeGitSettings(id, Fixture.REMOTE, new GitAuthentication.None()));
            refusal(() -> service.writeGitSshSettings(id, Fixture.REMOTE, Optional.empty()));
            refusal(() -> service.proveToken(id));
            assertThat(fixture.simulator.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "PLANTED\n",
                "PLANTED\r",
                "PLANTED token",
                " PLANTED",
                "PLANTED\u0000",
                "PLANT\u00e4",
                "\u007f"
            })
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

    static Stream<Arguments> blankOrBroken() {
        SecretText empty = SecretText.of("");
        SecretText some = SecretText.of("PLANTED");
        TokenAddress url = TokenAddress.parse("https://a.example.org", false);
        OAuthSettings.Client client = new OAuthSettings.Client("id", some);
        ProxySettings.Http proxy = new ProxySettings.Http("a", 1, List.of());
        return Stream.<Executable>of(
                        () -> new GitRemote(null, "main"),
                        () -> new GitRemote("", "main"),
                        () -> new GitRemote(" \t", "main"),
                        () -> new GitRemote("https://x\n", "main"),
                        () -> new GitRemote("https://x", null),
                        () -> new GitRemote("https://x", ""),
                        () -> new GitRemote("https://x", "ma\u0000in"),
                        () -> new GitRemote("https://x", "ma\ud800in"),
                        () -> new QueryKey("", "name"),
                        () -> new QueryKey("Java", " "),
                        () -> new QueryKey("Ja\nva", "name"),
                        () -> new QueryKey("Java", Severity.HIGH, "na\u0085me"),
                        () -> Severity.of(null),
                        () -> Severity.of(" "),
                        () -> new Severity("Hi\ngh"),
                        () -> new GitAuthentication.UserPassword("", some),
                        () -> new GitAuthentication.UserPassword("a\nb", some),
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
                        () -> new ProxySettings.Http("", 1, List.of()),
                        () -> new ProxySettings.Http("a\nb", 1, List.of()),
                        () -> new ProxySettings.Http("a", 0, List.of()),
                        () -> new ProxySettings.Http("a", 65_536, List.of()),
                        () -> new ProxySettings.Authenticated(proxy, "", some),
                        () -> new ProxySettings.Authenticated(proxy, "us\ner", some))
                .map(Arguments::arguments);
    }

    @ParameterizedTest
    @MethodSource("blankOrBroken")
    void text_that_is_blank_or_broken_is_refused_unseen(Executable given) {
        assertThat(refusal(given)).hasMessageNotContaining("PLANTED");
    }

    @Test
    void an_ssh_key_that_is_blank_is_refused_before_it_is_sent() {
        try (Fixture fixture = new Fixture(Dialect.CONTRACT)) {
            refusal(() -> fixture.service().writeGitSshSettings(7, Fixture.REMOTE, Optional.of(SecretText.of(" \n"))));
            assertThat(fixture.simulator.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"high, High", "' INFO ', Info", "Low, Low", "mEDIUM, Medium", "Critical, Critical", "critical, critical"
    })
    void a_severity_of_the_contract_is_found_in_whatever_case_and_another_is_kept(String given, String name) {
        assertThat(Severity.of(given)).isEqualTo(new Severity(name)).hasToString(name);
    }

    static Stream<Arguments> figures() {
        Duration some = Duration.ofSeconds(1);
        Duration day = Duration.ofHours(24);
        return Stream.<Executable>of(
                        () -> new CallPolicy(-1, some, some, some, some),
                        () -> new CallPolicy(101, some, some, some, some),
                        () -> new CallPolicy(0, Duration.ZERO, some, some, some),
                        () -> new CallPolicy(0, some, Duration.ofHours(1).plusNanos(1), some, some),
                        () -> new CallPolicy(0, some, some, some.negated(), some),
                        () -> new CallPolicy(0, some, some, some, Duration.ofDays(8)),
                        () -> new CallPolicy(0, some, some, some, null),
                        () -> new Timeouts(Duration.ZERO, some, some),
                        () -> new Timeouts(some, day.plusNanos(1), some),
                        () -> new Timeouts(some, some, null))
                .map(Arguments::arguments);
    }

    @ParameterizedTest
    @MethodSource("figures")
    void figures_out_of_range_are_refused(Executable given) {
        assertThat(refusal(given)).hasMessageStartingWith("The ");
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
        ConnectionSettings longest = new ConnectionSettings(new Timeouts(day, day, day), ProxySettings.DIRECT);
        HttpClients.dispose(HttpClients.create(longest));
        assertThat(new ProxySettings.Http("a", 65_535, List.of()).port()).isEqualTo(65_535);
    }
}
