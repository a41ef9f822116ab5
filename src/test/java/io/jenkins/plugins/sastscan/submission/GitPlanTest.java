package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GitPlanTest {
    private static final GitUrl HTTPS = GitUrl.given("https://git.example.com/app");
    private static final GitUrl SSH = GitUrl.given("git@git.example.com:app");

    @Test
    void no_credentials_are_the_contracts_none() {
        assertThat(GitPlan.of(HTTPS, "main", new GitCredential.None()).authentication())
                .isEqualTo(new GitAuthentication.None());
    }

    @Test
    void a_user_and_password_are_the_contracts_credentials() {
        SecretText password = SecretText.of("pw");
        GitPlan plan = GitPlan.of(HTTPS, "main", new GitCredential.UserPassword("me", password));
        assertThat(plan.authentication()).isEqualTo(new GitAuthentication.UserPassword("me", password));
        assertThat(plan.authentication().method()).contains("credentials");
    }

    @Test
    void a_secret_text_is_the_contracts_pat() {
        SecretText token = SecretText.of("token");
        GitPlan plan = GitPlan.of(HTTPS, "main", new GitCredential.Token(token));
        assertThat(plan.authentication()).isEqualTo(new GitAuthentication.Token(token));
        assertThat(plan.authentication().method()).contains("PAT");
    }

    @Test
    void one_key_without_a_passphrase_is_the_contracts_ssh() {
        SecretText key = SecretText.of(SshKeys.pem());
        GitPlan plan = GitPlan.of(SSH, "main", new GitCredential.SshKeys(List.of(key), false));
        assertThat(plan.authentication()).isEqualTo(new GitAuthentication.SshKey(key));
        assertThat(plan.remote().url()).isEqualTo("git@git.example.com:app");
        assertThat(plan.remote().branch()).isEqualTo("refs/heads/main");
    }

    @Test
    void what_the_service_has_no_field_for_is_refused() {
        SecretText key = SecretText.of(SshKeys.pem());
        refused(SSH, new GitCredential.SshKeys(List.of(key), true), "passphrase");
        refused(SSH, new GitCredential.SshKeys(List.of(key, key), false), "2 private keys");
        refused(SSH, new GitCredential.SshKeys(List.of(), false), "no private keys");
        refused(SSH, new GitCredential.SshKeys(List.of(SecretText.of("hunter2")), false), "not a private key");
    }

    @Test
    void credentials_that_the_url_has_no_use_for_are_refused() {
        SecretText key = SecretText.of(SshKeys.pem());
        refused(HTTPS, new GitCredential.SshKeys(List.of(key), false), "not an SSH URL");
        refused(SSH, new GitCredential.Token(SecretText.of("hunter2")), "requires an SSH key");
        refused(SSH, new GitCredential.UserPassword("me", SecretText.of("hunter2")), "requires an SSH key");
        refused(SSH, new GitCredential.None(), "requires an SSH key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://git.example.com/app", "git://git.example.com/app"})
    void an_access_token_without_https_is_refused(String url) {
        refused(GitUrl.given(url), new GitCredential.Token(SecretText.of("hunter2")), "requires an https URL");
    }

    @Test
    void a_branch_that_is_none_is_refused() {
        assertThatThrownBy(() -> GitPlan.of(HTTPS, "PR-1", new GitCredential.None()))
                .hasMessageContaining("pull request");
    }

    @Test
    void no_text_form_shows_a_secret() {
        SecretText secret = SecretText.of("hunter2");
        assertThat(new GitCredential.UserPassword("me", secret) + " " + new GitCredential.Token(secret) + " "
                        + new GitCredential.SshKeys(List.of(secret), true) + " "
                        + GitPlan.of(HTTPS, "main", new GitCredential.UserPassword("me", secret)))
                .doesNotContain("hunter2");
    }

    private static void refused(GitUrl url, GitCredential credential, String reason) {
        assertThatThrownBy(() -> GitPlan.of(url, "main", credential))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(reason)
                .hasMessageNotContaining("hunter2");
    }
}
