package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.SecretText;
import java.util.List;

/** What a credentials store can hold for a Git repository, by its kind. */
public sealed interface GitCredential {
    /** No credentials: the repository is open to everybody. */
    record None() implements GitCredential {}

    /** A user's name and password. */
    record UserPassword(String userName, SecretText password) implements GitCredential {}

    /** A personal access token, as a secret text. */
    record Token(SecretText token) implements GitCredential {}

    /** The private keys of an SSH user, and whether they are kept with a passphrase. */
    record SshKeys(List<SecretText> privateKeys, boolean passphrase) implements GitCredential {
        public SshKeys {
            privateKeys = List.copyOf(privateKeys);
        }
    }
}
