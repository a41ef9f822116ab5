package io.jenkins.plugins.sastscan.service;

/**
 * How the SAST server authenticates with a Git repository (operation 7). Not serializable on purpose: Git secrets are
 * sent only to the SAST server.
 */
public sealed interface GitAuthentication {
    GitAuthentication NONE = new None();

    /** The value of the contract's field {@code authentication}. */
    String method();

    /** The secret, which may be empty. */
    default SecretText secret() {
        return SecretText.of("");
    }

    /** For a public repository. */
    record None() implements GitAuthentication {
        @Override
        public String method() {
            return "none";
        }
    }

    /** A user name and a password, which may be empty. */
    record UserPassword(String userName, SecretText secret) implements GitAuthentication {
        public UserPassword {
            Checks.line("Git user name", userName);
            Checks.encodable("Git password", secret.reveal());
        }

        @Override
        public String method() {
            return "credentials";
        }
    }

    /** A personal access token. */
    record Token(SecretText secret) implements GitAuthentication {
        public Token {
            Checks.line("Git token", secret.reveal());
        }

        @Override
        public String method() {
            return "PAT";
        }
    }

    /** A private key without a passphrase; the contract has no field for one. */
    record SshKey(SecretText secret) implements GitAuthentication {
        public SshKey {
            Checks.required("SSH private key", secret.reveal());
        }

        @Override
        public String method() {
            return "ssh";
        }
    }
}
