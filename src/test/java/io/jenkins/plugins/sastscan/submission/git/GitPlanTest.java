package io.jenkins.plugins.sastscan.submission.git;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.submission.git.GitDefaults.Remote;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written to the Git settings of a project: defaults from the build, credentials that fit, and private keys. */
class GitPlanTest {
    private static final String KEY = SshKeys.pem();
    private static final SecretText SECRET = SecretText.of("hunter2");
    private static final Map<String, GitAuthentication> AUTHENTICATIONS = Map.of(
            "none",
            GitAuthentication.NONE,
            "credentials",
            new GitAuthentication.UserPassword("me", SECRET),
            "PAT",
            new GitAuthentication.Token(SECRET),
            "ssh",
            SshPrivateKey.only(List.of(SecretText.of(KEY)), false));

    private static final Map<String, String> SILENT = Map.of();
    private static final Remote ORIGIN =
            new Remote("origin", "https://me:hunter2@git.example.com/app", List.of("main"));
    private static final Remote FORK = new Remote("fork", "https://git.example.com/fork", List.of("main", "dev"));
    private static final Remote MIRROR = new Remote("mirror", "https://git.example.com/mirror", List.of("main"));

    private static final String SENTENCE = "[^\\p{Cntrl}\\p{Cf}]{1,2500}";

    /** What is given, then the environment, then the checkout. A URL that is found loses its secret. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "' https://git.example.com/given ', GIT_URL=https://git.example.com/env, origin, https://git.example.com/given",
                "' ', GIT_URL=https://me:hunter2@git.example.com/env, origin, https://git.example.com/env",
                "null, GIT_URL= , origin, https://git.example.com/app",
            })
    void the_url_comes_from_the_step_then_the_environment_then_the_checkout(
            String given, String environment, String remotes, String url) {
        assertThat(GitDefaults.url(given, environment(environment), remotes(remotes)))
                .returns(url, GitUrl::text);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "main, BRANCH_NAME=dev, fork, refs/heads/main",
                "main, CHANGE_ID=12 BRANCH_NAME=PR-12, '', refs/heads/main",
                "'', BRANCH_NAME=dev, origin, refs/heads/dev",
                "'', BRANCH_NAME=v1.0 TAG_NAME=v1.0, '', refs/tags/v1.0",
                "'', TAG_NAME=refs/tags/v1.0, '', refs/tags/v1.0",
                "'', GIT_BRANCH=origin/feature/x, '', refs/heads/feature/x",
                "'', GIT_BRANCH=fork/x, fork, refs/heads/x",
                "'', GIT_BRANCH=fork/x, origin, refs/heads/fork/x",
                "'', GIT_BRANCH=refs/remotes/fork/x, fork, refs/heads/x",
                "'', GIT_BRANCH=main, '', refs/heads/main",
                "'', GIT_BRANCH=refs/heads/main, origin, refs/heads/main",
                "'', GIT_BRANCH=detached, origin, refs/heads/main",
                "null, BRANCH_NAME= GIT_BRANCH= TAG_NAME=, origin mirror, refs/heads/main",
            })
    void the_branch_comes_from_the_step_then_the_environment_then_the_checkout(
            String given, String environment, String remotes, String branch) {
        assertThat(GitDefaults.branch(given, environment(environment), remotes(remotes)))
                .isEqualTo(branch);
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.example.com/app, main, '', false",
        "https://git.example.com/app, '', '', true",
        "'', main, '', true",
        "'', '', GIT_URL=x BRANCH_NAME=y, false",
        "'', '', GIT_URL=x GIT_BRANCH=main, false",
        "'', '', GIT_URL=x GIT_BRANCH=origin/feature/x, false",
        "'', '', GIT_URL=x GIT_BRANCH=fork/x, true",
        "'', '', GIT_URL=x GIT_BRANCH=detached, true",
    })
    void the_checkout_is_read_only_for_missing_values(String url, String branch, String environment, boolean needed) {
        assertThat(GitDefaults.needsCheckout(url, branch, environment(environment)))
                .isEqualTo(needed);
    }

    @Test
    void an_unknown_url_or_branch_is_rejected_with_a_hint() {
        refusedUrl("https://me:hunter2@git.example.com/app", List.of(), "contains a user name");
        refusedUrl("", List.of(), "no Git checkout. Set the URL");
        refusedUrl("", List.of(ORIGIN, FORK), "several remotes (origin, fork). Set the URL");
        refusedBranch(SILENT, List.of(), "Set the branch");
        refusedBranch(SILENT, List.of(FORK), "(main, dev). Set the branch");
        refusedBranch(
                Map.of("CHANGE_ID", "12", "BRANCH_NAME", "PR-12", "GIT_BRANCH", "x"), List.of(), "change request");
    }

    @Test
    void remote_and_branch_names_from_an_agent_are_shortened_and_escaped() {
        List<String> branches =
                IntStream.range(0, 10_000).mapToObj(i -> "x\u202e" + i).toList();
        Remote odd = new Remote("a\nb", "https://git.example.com/a", branches);
        Remote other = new Remote("c".repeat(10_000), "https://git.example.com/b", List.of("y"));

        assertThatThrownBy(() -> GitDefaults.url("", SILENT, List.of(odd, other)))
                .hasMessageMatching(SENTENCE);
        assertThatThrownBy(() -> GitDefaults.branch("", SILENT, List.of(odd, other)))
                .hasMessageMatching(SENTENCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"${GIT_URL}", "$GIT_URL", "https://$HOST/app", "https://git.example.com/${TEAM}/app"})
    void with_credentials_an_expression_is_rejected_as_the_url(String url) {
        refusedForCredentials(url, List.of("https://git.example.com/app"), "expression");
        refusedForCredentials("", List.of(url), "expression. Set the URL");
    }

    @Test
    void with_credentials_the_url_comes_from_the_step_or_the_recorded_checkout() {
        String app = "https://git.example.com/app";
        String recorded = "https://me:hunter2@git.example.com/app";

        assertThat(GitDefaults.urlForCredentials(" " + app + " ", List.of("https://evil.example/x")))
                .returns(app, GitUrl::text);
        assertThat(GitDefaults.urlForCredentials(null, List.of(recorded)).text())
                .isEqualTo(app);
        assertThat(GitDefaults.urlForCredentials("", List.of(recorded, recorded)))
                .returns(app, GitUrl::text);
        refusedForCredentials(recorded, List.of(), "contains a user name");
        refusedForCredentials("", List.of(), "Set the URL");
        refusedForCredentials(
                "",
                List.of(recorded, "ssh://git@git.example.com/library"),
                "(https://git.example.com/app, ssh://git.example.com/library). Set the URL");
    }

    private static void refusedUrl(String given, List<Remote> remotes, String reason) {
        assertRejected(() -> GitDefaults.url(given, SILENT, remotes), reason);
    }

    private static void refusedBranch(Map<String, String> environment, List<Remote> remotes, String reason) {
        assertRejected(() -> GitDefaults.branch("", environment, remotes), reason);
    }

    private static void refusedForCredentials(String written, List<String> recorded, String reason) {
        assertRejected(() -> GitDefaults.urlForCredentials(written, recorded), reason);
    }

    /** Of {@code NAME=value NAME=value}. */
    private static Map<String, String> environment(String text) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (String variable : text.split(" ")) {
            environment.put(variable.replaceFirst("=.*", ""), variable.replaceFirst("[^=]*=", ""));
        }
        return environment;
    }

    private static List<Remote> remotes(String names) {
        return Stream.of(ORIGIN, FORK, MIRROR)
                .filter(remote -> Arrays.asList(names.split(" ")).contains(remote.name()))
                .toList();
    }

    static Stream<Arguments> usable() {
        String rsa = SshKeys.armoured("RSA PRIVATE KEY", new byte[] {0x30, 0x10});
        String openSsh = SshKeys.openSsh("none");
        return Stream.of(
                Arguments.of(KEY, KEY),
                Arguments.of(rsa, rsa),
                Arguments.of(openSsh, openSsh),
                Arguments.of("\r\n  " + KEY.replace("\n", "\r\n") + "\r\n\r\n", KEY),
                Arguments.of(KEY.replace('\n', '\r'), KEY),
                Arguments.of("my notes, and a password: hunter2\n" + KEY + "more notes", KEY),
                Arguments.of("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n" + KEY, KEY),
                Arguments.of(KEY + "x".repeat(64_000 - KEY.length()), KEY));
    }

    @ParameterizedTest
    @MethodSource("usable")
    void only_the_key_itself_is_read_from_a_private_key_text(String text, String key) {
        assertThat(checked(text)).isEqualTo(key);
    }

    static Stream<Arguments> unusable() {
        String traditional = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n"
                + "AAAA\n-----END RSA PRIVATE KEY-----\n";
        return Stream.of(
                Arguments.of("PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n", "PuTTY"),
                Arguments.of("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 me@here", "public key"),
                Arguments.of("ecdsa-sha2-nistp256 AAAA me@here", "public key"),
                Arguments.of("---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----", "public key"),
                Arguments.of(traditional, "passphrase"),
                Arguments.of(SshKeys.armoured("ENCRYPTED PRIVATE KEY", new byte[] {0x30, 0x10}), "passphrase"),
                Arguments.of(SshKeys.openSsh("aes256-ctr"), "passphrase"),
                Arguments.of(KEY + KEY, "more than one"),
                Arguments.of("", "not a private key"),
                Arguments.of("my password", "not a private key"),
                Arguments.of("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "not a private key"),
                Arguments.of("-----BEGIN PRIVATE KEY-----\nAAAA", "not a private key"),
                Arguments.of(SshKeys.armoured("PRIVATE KEY", new byte[0]), "malformed"),
                Arguments.of("-----BEGIN PRIVATE KEY-----\n!!secret!!\n-----END PRIVATE KEY-----", "malformed"),
                Arguments.of(SshKeys.armoured("OPENSSH PRIVATE KEY", new byte[] {1, 2, 3}), "malformed"),
                Arguments.of(SshKeys.armoured("OPENSSH PRIVATE KEY", new byte[40]), "malformed"),
                Arguments.of(withLengthOfCipher(0x7f), "malformed"),
                Arguments.of(withLengthOfCipher(0xff), "malformed"),
                Arguments.of(KEY + "x".repeat(64_001 - KEY.length()), "longer than 64 kB"));
    }

    private static String withLengthOfCipher(int firstByte) {
        byte[] bytes = Base64.getMimeDecoder().decode(SshKeys.openSsh("none").replaceAll("-----.*-----", ""));
        bytes[15] = (byte) firstByte;
        return SshKeys.armoured("OPENSSH PRIVATE KEY", bytes);
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void an_unusable_key_is_rejected_and_not_shown(String text, String reason) {
        assertRejected(() -> checked(text), reason);
    }

    @Test
    void credentials_must_have_one_key_without_a_passphrase() {
        SecretText key = SecretText.of(KEY);
        assertRejected(() -> SshPrivateKey.only(List.of(key), true), "passphrase");
        assertRejected(() -> SshPrivateKey.only(List.of(key, key), false), "2 private keys");
        assertRejected(() -> SshPrivateKey.only(List.of(), false), "no private keys");
        assertRejected(() -> SshPrivateKey.only(List.of(SecretText.of("my password")), false), "not a private key");
    }

    /** Whoever may add credentials chooses the text. Backtracking takes minutes for the worst of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-----BEGIN PRIVATE KEY-----\n",
                "-----BEGIN RSA PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
                "-----BEGIN ",
                "-----BEGIN -----",
                "-----BEGIN PRIVATE KEY",
                "-----BEGIN AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "-----",
                "PRIVATE KEY ",
                "\r\n",
                "\r",
                " "
            })
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_long_key_text_is_checked_quickly(String part) {
        for (int size : new int[] {63_000, 1 << 20}) {
            String text = part.repeat(size / part.length());
            for (String start : List.of("", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----")) {
                assertThatThrownBy(() -> checked(start + text)).isInstanceOf(InvalidInputException.class);
            }
        }
    }

    private static String checked(String text) {
        return SshPrivateKey.checked(SecretText.of(text)).reveal();
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.example.com/app, none",
        "https://git.example.com/app, credentials",
        "https://git.example.com/app, PAT",
        "git@git.example.com:app, ssh",
    })
    void a_plan_has_the_authentication_method_and_shows_no_secret(String url, String method) {
        GitAuthentication given = AUTHENTICATIONS.get(method);
        GitPlan plan = GitPlan.of(GitUrl.given(url), "main", given);
        assertThat(plan.authentication()).isEqualTo(given);
        assertThat(plan.authentication().method()).isEqualTo(method);
        assertThat(plan.remote().url()).isEqualTo(url);
        assertThat(plan.remote().branch()).isEqualTo("refs/heads/main");
        assertThat(plan + " " + given).doesNotContain("hunter2", "PRIVATE KEY");
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.example.com/app, main, ssh, not an SSH URL",
        "git@git.example.com:app, main, PAT, requires an SSH key",
        "git@git.example.com:app, main, credentials, requires an SSH key",
        "git@git.example.com:app, main, none, requires an SSH key",
        "http://git.example.com/app, main, PAT, requires an https URL",
        "git://git.example.com/app, main, PAT, requires an https URL",
        "https://git.example.com/app, PR-1, none, change request",
    })
    void credentials_that_do_not_fit_the_url_are_rejected(String url, String branch, String method, String reason) {
        assertRejected(() -> GitPlan.of(GitUrl.given(url), branch, AUTHENTICATIONS.get(method)), reason);
    }
}
