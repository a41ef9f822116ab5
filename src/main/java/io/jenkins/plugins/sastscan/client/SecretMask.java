package io.jenkins.plugins.sastscan.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Replaces secrets in a text by {@code ****}: as they are, percent-encoded, escaped as in JSON, or in base64, in upper or
 * lower case. Long lines of a secret, such as those of a key, are also replaced.
 */
public final class SecretMask {
    public static final SecretMask NONE = new SecretMask(List.of());

    private static final int MIN_LINE_LENGTH = 12;
    /** A shorter user name is not masked, because that would make texts unreadable. */
    private static final int MIN_NAME_LENGTH = 4;

    private final List<String> secrets;

    private SecretMask(List<String> secrets) {
        this.secrets = secrets;
    }

    public static SecretMask of(SecretText... secrets) {
        return new SecretMask(Stream.of(secrets).map(SecretText::reveal).toList());
    }

    public SecretMask and(SecretMask more) {
        return new SecretMask(
                Stream.concat(secrets.stream(), more.secrets.stream()).toList());
    }

    /** Also masks a user name of at least four characters. */
    public SecretMask andName(String name) {
        return name.length() < MIN_NAME_LENGTH ? this : and(of(new SecretText(name)));
    }

    public String mask(String text) {
        String forms = secrets.stream()
                .flatMap(secret -> Stream.concat(
                        Stream.of(secret, secret.strip()),
                        secret.lines().filter(line -> line.length() >= MIN_LINE_LENGTH)))
                .filter(secret -> !secret.isEmpty())
                .flatMap(SecretMask::forms)
                .distinct()
                .sorted(Comparator.comparing(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        return forms.isEmpty() ? text : text.replaceAll("(?i)(?:" + forms + ")+", "****");
    }

    private static Stream<String> forms(String secret) {
        String form = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        String percent = form.replace("+", "%20");
        String rfc3986 = percent.replace("*", "%2A").replace("%7E", "~");
        String json = secret.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        String base64 = Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
        return Stream.of(secret, form, percent, rfc3986, json, json.replace("/", "\\/"), base64);
    }

    /**
     * A password, token or key, which {@link #toString()} does not reveal. Deliberately not serializable, so that an object
     * with a field of this type cannot be sent to another machine.
     *
     * @param reveal the secret, which may be empty; send it only to the server for which it is meant
     */
    public record SecretText(String reveal) {
        @Override
        public String toString() {
            return "****";
        }
    }
}
