package io.jenkins.plugins.sastscan.service;

import java.util.List;

/**
 * How the SAST server authenticates with a Git repository (operation 7). Not serializable on purpose: Git secrets are
 * sent only to the SAST server.
 */
public sealed interface GitAuthentication {
    /** A public repository. */
    GitAuthentication NONE = new None();

    /** The value of the contract's field {@code authentication}. */
    String method();

    /** The secrets that no message may contain. */
    List<SecretText> secrets();

    /** Authentication without a secret. */
    record None() implements GitAuthentication {
        @Override
        public String method() {
            return "none";
        }

        @Override
        public List<SecretText> secrets() {
            return List.of();
        }
    }

    /** A user name and a password, which may be empty. */
    record UserPassword(String userName, SecretText password) implements GitAuthentication {
        public UserPassword {
            Checks.line("Git user name", userName);
            Checks.encodable("Git password", password.reveal());
        }

        @Override
        public String method() {
            return "credentials";
        }

        @Override
        public List<SecretText> secrets() {
            return List.of(password);
        }
    }

    /** A personal access token. */
    record Token(SecretText pat) implements GitAuthentication {
        public Token {
            Checks.line("Git token", pat.reveal());
        }

        @Override
        public String method() {
            return "PAT";
        }

        @Override
        public List<SecretText> secrets() {
            return List.of(pat);
        }
    }

    /** A private key without a passphrase; the contract has no field for one. */
    record SshKey(SecretText privateKey) implements GitAuthentication {
        public SshKey {
            Checks.required("SSH private key", privateKey.reveal());
        }

        @Override
        public String method() {
            return "ssh";
        }

        @Override
        public List<SecretText> secrets() {
            return List.of(privateKey);
        }
    }
}
