package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GitPlanTest {
    private static final GitUrl HTTPS = GitUrl.given("https://git.example.com/app");
    private static final GitUrl SSH = GitUrl.given("git@git.example.com:app");

    static Stream<Arguments> authentications() {
        SecretText secret = SecretText.of("hunter2");
        return Stream.of(
                Arguments.of(GitAuthentication.NONE, "none"),
                Arguments.of(new GitAuthentication.UserPassword("me", secret), "credentials"),
                Arguments.of(new GitAuthentication.Token(secret), "PAT"));
    }

    @ParameterizedTest
    @MethodSource("authentications")
    void credentials_are_those_of_the_contract_and_not_shown(GitAuthentication given, String method) {
        GitPlan plan = GitPlan.of(HTTPS, "main", given);
        assertThat(plan.authentication()).isEqualTo(given);
        assertThat(plan.authentication().method()).contains(method);
        assertThat(plan + " " + given).doesNotContain("hunter2");
    }

    @Test
    void one_key_without_a_passphrase_is_the_contracts_ssh() {
        SecretText key = SecretText.of(SshKeys.pem());
        GitPlan plan = GitPlan.of(SSH, "main", SshPrivateKey.only(List.of(key), false));
        assertThat(plan.authentication()).isEqualTo(new GitAuthentication.SshKey(key));
        assertThat(plan.remote().url()).isEqualTo("git@git.example.com:app");
        assertThat(plan.remote().branch()).isEqualTo("refs/heads/main");
    }

    @Test
    void what_the_service_has_no_field_for_is_refused() {
        SecretText key = SecretText.of(SshKeys.pem());
        refused(() -> SshPrivateKey.only(List.of(key), true), "passphrase");
        refused(() -> SshPrivateKey.only(List.of(key, key), false), "2 private keys");
        refused(() -> SshPrivateKey.only(List.of(), false), "no private keys");
        refused(() -> SshPrivateKey.only(List.of(SecretText.of("hunter2")), false), "not a private key");
    }

    @Test
    void credentials_that_the_url_has_no_use_for_are_refused() {
        SecretText key = SecretText.of(SshKeys.pem());
        refused(() -> GitPlan.of(HTTPS, "main", new GitAuthentication.SshKey(key)), "not an SSH URL");
        GitAuthentication token = new GitAuthentication.Token(SecretText.of("hunter2"));
        refused(() -> GitPlan.of(SSH, "main", token), "requires an SSH key");
        GitAuthentication password = new GitAuthentication.UserPassword("me", SecretText.of("hunter2"));
        refused(() -> GitPlan.of(SSH, "main", password), "requires an SSH key");
        refused(() -> GitPlan.of(SSH, "main", GitAuthentication.NONE), "requires an SSH key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://git.example.com/app", "git://git.example.com/app"})
    void an_access_token_without_https_is_refused(String url) {
        GitAuthentication token = new GitAuthentication.Token(SecretText.of("hunter2"));
        refused(() -> GitPlan.of(GitUrl.given(url), "main", token), "requires an https URL");
    }

    @Test
    void a_branch_that_is_none_is_refused() {
        assertThatThrownBy(() -> GitPlan.of(HTTPS, "PR-1", GitAuthentication.NONE))
                .hasMessageContaining("pull request");
    }

    private static void refused(ThrowingCallable given, String reason) {
        assertThatThrownBy(given)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("hunter2");
    }
}
