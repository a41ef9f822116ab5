package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.Wildcards;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** The HTTP proxy that connections go through. One with a user stays where it is: only the others are serializable. */
public sealed interface ProxySettings {
    /** No proxy, whatever the JVM's system properties say. */
    Anonymous DIRECT = new Direct();

    /** The way to one host: {@link #DIRECT} if the host is reached without the proxy, else a proxy for all hosts. */
    ProxySettings forTarget(String host);

    /** Whether the proxy wants a user and a password. */
    default boolean hasCredentials() {
        return !(this instanceof Anonymous);
    }

    /** A way without user and password, which may go to an agent. */
    sealed interface Anonymous extends ProxySettings, Serializable {
        @Override
        Anonymous forTarget(String host);
    }

    /** No proxy. */
    record Direct() implements Anonymous {
        private static final long serialVersionUID = 1;

        @Override
        public Anonymous forTarget(String host) {
            return this;
        }
    }

    /**
     * An HTTP proxy that asks for no user.
     *
     * @param host its name or address
     * @param port 1 to 65535
     * @param noProxyHosts patterns of host names that are reached directly, {@code *} standing for any text
     */
    record Http(String host, int port, List<String> noProxyHosts) implements Anonymous {
        private static final long serialVersionUID = 1;
        private static final int HIGHEST_PORT = 65_535;

        public Http {
            Checks.line("host of the proxy", host);
            if (port < 1 || port > HIGHEST_PORT) {
                throw new InvalidInputException("The port of the proxy must be 1 to " + HIGHEST_PORT + ".");
            }
            noProxyHosts = List.copyOf(noProxyHosts);
        }

        /** Reads patterns as Jenkins keeps them: separated by white space, comma or {@code |}. */
        public static List<String> patterns(String text) {
            return text == null
                    ? List.of()
                    : Stream.of(text.split("[\\s,|]+"))
                            .filter(s -> !s.isEmpty())
                            .toList();
        }

        @Override
        public Anonymous forTarget(String target) {
            return isReachedDirectly(target) ? DIRECT : new Http(host, port, List.of());
        }

        /** Whether a pattern matches the host, in whatever way an IPv6 address is written. */
        private boolean isReachedDirectly(String target) {
            String name = target.toLowerCase(Locale.ROOT).replaceAll("[\\[\\]]", "");
            return noProxyHosts.stream()
                    .map(pattern -> pattern.toLowerCase(Locale.ROOT))
                    .anyMatch(pattern ->
                            matches(pattern, name) || name.indexOf(':') >= 0 && matches(pattern, "[" + name + "]"));
        }

        private static boolean matches(String pattern, String name) {
            return Wildcards.match(pattern, name, false, true);
        }
    }

    /**
     * An HTTP proxy that asks for a user. Not serializable on purpose: user and password stay on the controller.
     *
     * @param userName user for basic authentication
     * @param password that user's password
     */
    record Authenticated(Http proxy, String userName, SecretText password) implements ProxySettings {
        public Authenticated {
            Objects.requireNonNull(proxy);
            Checks.line("user of the proxy", userName);
            Objects.requireNonNull(password);
        }

        @Override
        public ProxySettings forTarget(String host) {
            return proxy.forTarget(host) instanceof Http reached
                    ? new Authenticated(reached, userName, password)
                    : DIRECT;
        }
    }
}
