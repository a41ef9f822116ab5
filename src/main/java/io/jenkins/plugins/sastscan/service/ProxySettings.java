package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.input.InvalidInputException;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The HTTP proxy that connections go through, as values that work where no Jenkins is. */
public sealed interface ProxySettings extends Serializable {
    /** No proxy, whatever the JVM's system properties say. */
    ProxySettings DIRECT = new Direct();

    /** No proxy. */
    record Direct() implements ProxySettings {
        private static final long serialVersionUID = 1;
    }

    /**
     * An HTTP proxy.
     *
     * @param host its name or address
     * @param port 1 to 65535
     * @param userName user for basic authentication, empty for none
     * @param password that user's password
     * @param noProxyHosts patterns of host names that are reached directly, {@code *} standing for any text
     */
    record Http(String host, int port, String userName, SecretText password, List<String> noProxyHosts)
            implements ProxySettings {
        private static final long serialVersionUID = 1;
        private static final int HIGHEST_PORT = 65_535;

        public Http {
            Checks.line("host of the proxy", host);
            if (port < 1 || port > HIGHEST_PORT) {
                throw new InvalidInputException("The port of the proxy must be 1 to " + HIGHEST_PORT + ".");
            }
            Objects.requireNonNull(userName);
            Objects.requireNonNull(password);
            if (!userName.isEmpty()) {
                Checks.line("user of the proxy", userName);
            }
            noProxyHosts = List.copyOf(noProxyHosts);
        }

        /** A proxy that asks for no user. */
        public Http(String host, int port, List<String> noProxyHosts) {
            this(host, port, "", SecretText.of(""), noProxyHosts);
        }

        /** Reads patterns as Jenkins keeps them: separated by white space, comma or {@code |}. */
        public static List<String> patterns(String text) {
            return text == null
                    ? List.of()
                    : Stream.of(text.split("[\\s,|]+"))
                            .filter(s -> !s.isEmpty())
                            .toList();
        }
    }
}
