package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.Wildcards;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An HTTP proxy. Deliberately not serializable, because the user and password of the proxy stay on the controller.
 *
 * @param host a name or address; empty for {@link #DIRECT}
 * @param noProxyHosts host patterns in which {@code *} is a wildcard; matching hosts are reached without the proxy
 * @param user for basic authentication
 */
public record ProxySettings(String host, int port, List<String> noProxyHosts, Optional<User> user) {
    /** No proxy, even if Java system properties set one. */
    public static final ProxySettings DIRECT = new ProxySettings("", 0, List.of(), Optional.empty());

    private static final int MAX_PORT = 65_535;

    public ProxySettings {
        if (port != 0 || !"".equals(host)) {
            Checks.line("proxy host", host);
            if (port < 1 || port > MAX_PORT) {
                throw new InvalidInputException("The proxy port must be 1 to " + MAX_PORT + ".");
            }
        }
        noProxyHosts = List.copyOf(noProxyHosts);
    }

    public record User(String name, SecretText password) {
        public User {
            Checks.line("proxy user", name);
        }
    }

    public static ProxySettings http(String host, int port, List<String> noProxyHosts) {
        return new ProxySettings(host, port, noProxyHosts, Optional.empty());
    }

    public ProxySettings withUser(String name, SecretText password) {
        return new ProxySettings(host, port, noProxyHosts, Optional.of(new User(name, password)));
    }

    /** Splits patterns that are separated by white space, commas or {@code |}, as in the proxy settings of Jenkins. */
    public static List<String> patterns(String text) {
        return text == null
                ? List.of()
                : Stream.of(text.split("[\\s,|]+")).filter(s -> !s.isEmpty()).toList();
    }

    /** Masks the user and password of the proxy in texts. */
    public SecretMask mask() {
        return user.map(owner -> SecretMask.of(
                                owner.password(),
                                new SecretText(
                                        owner.name() + ":" + owner.password().reveal()))
                        .andName(owner.name()))
                .orElse(SecretMask.NONE);
    }

    public boolean requiresUserFor(String target) {
        return user.isPresent() && isUsedFor(target);
    }

    /** Tells whether connections to a host go through the proxy. */
    public boolean isUsedFor(String target) {
        return !host.isEmpty()
                && noProxyHosts.stream()
                        .map(pattern -> pattern.replaceAll("[\\[\\]]", ""))
                        .noneMatch(pattern -> Wildcards.match(pattern, target, false, false));
    }
}
