package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.text.Checks;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/** @param retries maximum number of retries of a call after temporary failures, 0 to 100 */
public record ConnectionSettings(
        Timeouts timeouts,
        int retries,
        ProxySettings proxy,
        TrustedCertificates certificates,
        UploadEncoding encoding) {
    public static final int DEFAULT_RETRIES = 9;
    /** The time limit of an upload, with all its attempts and the delays between them. */
    public static final Duration UPLOAD_LIMIT = Duration.ofHours(4);

    public ConnectionSettings {
        if (retries < 0 || retries > 100) {
            throw new InvalidInputException("The number of retries must be 0 to 100.");
        }
    }

    /** The encoding of files in request bodies (operations 4 and 8). */
    public enum UploadEncoding {
        /**
         * {@code application/x-www-form-urlencoded}, which the contract specifies. The body is about 2.5 times as large
         * as the file. A SAST server that decodes it as ISO-8859-1 gets the original bytes.
         */
        FORM,
        /** {@code multipart/form-data}, which many SAST servers require. */
        MULTIPART
    }

    /**
     * Administrators can set the read timeout. A longer one than the time limit of an upload would have no effect.
     *
     * @param connect maximum time to connect; on agents, this includes the TLS handshake
     * @param read maximum time without data from the SAST server, which may need many minutes to respond to an upload
     * @param write maximum time during which the SAST server accepts no data
     */
    public record Timeouts(Duration connect, Duration read, Duration write) implements Serializable {
        public static final Timeouts DEFAULT =
                new Timeouts(Duration.ofSeconds(30), Duration.ofMinutes(20), Duration.ofMinutes(2));

        public Timeouts {
            if (read.compareTo(Duration.ZERO) <= 0 || read.compareTo(UPLOAD_LIMIT) > 0) {
                throw new InvalidInputException(
                        "The read timeout must be more than 0 and at most " + UPLOAD_LIMIT.toSeconds() + " seconds.");
            }
        }
    }

    /**
     * An HTTP proxy. Deliberately not serializable, because the user and password of the proxy stay on the controller.
     *
     * @param host a name or address; empty for {@link #DIRECT}
     * @param excludes tells whether a host is reached without the proxy
     * @param user sent with basic authentication
     */
    public record ProxySettings(String host, int port, Predicate<String> excludes, Optional<User> user) {
        /** No proxy, even if Java system properties set one. */
        public static final ProxySettings DIRECT = new ProxySettings("", 0, host -> true, Optional.empty());

        public ProxySettings {
            if (port != 0 || !"".equals(host)) {
                Checks.line("proxy host", host);
                if (port < 1 || port > 65_535) {
                    throw new InvalidInputException("The proxy port must be 1 to 65535.");
                }
            }
        }

        /** Returns the address, which is not resolved. */
        public InetSocketAddress address() {
            return InetSocketAddress.createUnresolved(host, port);
        }

        /** Tells whether connections to a host go through the proxy. */
        public boolean isUsedFor(String target) {
            return !host.isEmpty() && !excludes.test(target);
        }
    }

    /** A user of the proxy or of the token endpoint. */
    public record User(String name, SecretText password) {
        public User {
            Checks.line("user name", name);
            Checks.encodable("password", password.reveal());
        }

        /** Masks the name and the password in texts, also as basic authentication joins them. */
        public SecretMask mask() {
            return SecretMask.of(password, new SecretText(name + ":" + password.reveal()))
                    .andName(name);
        }
    }

    /** How calls are authenticated: with an access token, or with tokens from a token endpoint. */
    public sealed interface Authentication permits AccessToken, OAuthSettings {
        SecretMask mask();
    }

    /**
     * Describes the retry of a call.
     *
     * @param reason why the call is retried, such as {@code connection lost}; contains no external text
     * @param plan what the client does next, such as {@code retry 2 of 9 in 4.0 s}
     */
    public record Retry(String reason, String plan) {
        public static final Retry AS_MULTIPART = new Retry("status 415", "sent again as multipart");
    }
}
