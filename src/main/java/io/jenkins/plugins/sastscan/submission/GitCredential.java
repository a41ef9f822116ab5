package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.SecretText;
import java.util.List;

/** The kinds of credentials for a Git repository. */
public sealed interface GitCredential {
    /** No credentials, for a public repository. */
    record None() implements GitCredential {}

    record UserPassword(String userName, SecretText password) implements GitCredential {}

    /** A personal access token. */
    record Token(SecretText token) implements GitCredential {}

    /** The private keys of an SSH user, and whether they have a passphrase. */
    record SshKeys(List<SecretText> privateKeys, boolean passphrase) implements GitCredential {
        public SshKeys {
            privateKeys = List.copyOf(privateKeys);
        }
    }
}
