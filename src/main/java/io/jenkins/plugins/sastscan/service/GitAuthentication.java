package io.jenkins.plugins.sastscan.service;

import java.util.List;
import java.util.Optional;

/**
 * How the service authenticates with a Git repository (operation 7). Not serializable on purpose: Git secrets go from
 * here to the service and nowhere else.
 */
public sealed interface GitAuthentication {
    /** The value of the contract's field {@code authentication}; empty if the field is left out. */
    Optional<String> method();

    /** What of it no message may show. */
    default List<SecretText> secrets() {
        return List.of();
    }

    /** The field is left out: the service decides. */
    record Unspecified() implements GitAuthentication {
        @Override
        public Optional<String> method() {
            return Optional.empty();
        }
    }

    /** The contract's {@code Undefined}. */
    record Undefined() implements GitAuthentication {
        @Override
        public Optional<String> method() {
            return Optional.of("Undefined");
        }
    }

    /** A public repository. */
    record None() implements GitAuthentication {
        @Override
        public Optional<String> method() {
            return Optional.of("none");
        }
    }

    /** A user name and a password, which may be empty. */
    record UserPassword(String userName, SecretText password) implements GitAuthentication {
        public UserPassword {
            Checks.line("Git user name", userName);
            Checks.wellFormed("Git password", password.reveal());
        }

        @Override
        public Optional<String> method() {
            return Optional.of("credentials");
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
        public Optional<String> method() {
            return Optional.of("PAT");
        }

        @Override
        public List<SecretText> secrets() {
            return List.of(pat);
        }
    }

    /** A private key without passphrase; the contract has no field for one. */
    record SshKey(SecretText privateKey) implements GitAuthentication {
        public SshKey {
            Checks.required("SSH private key", privateKey.reveal());
        }

        @Override
        public Optional<String> method() {
            return Optional.of("ssh");
        }

        @Override
        public List<SecretText> secrets() {
            return List.of(privateKey);
        }
    }
}
