package io.jenkins.plugins.sastscan.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Replaces secrets in a text by {@code ****}: as they are, percent-encoded, escaped as in JSON, or in base64. Long lines
 * of a secret, such as those of a key, are also replaced.
 */
public final class SecretMask {
    public static final SecretMask NONE = new SecretMask(List.of());

    /** Masking a shorter secret would reveal it: if it were {@code at}, {@code data} would become {@code d****a}. */
    private static final int MIN_LENGTH = 4;

    private static final int MIN_LINE_LENGTH = 12;
    private static final String WITHHELD = "text withheld, because a secret of this call is too short to be masked";

    private final List<String> secrets;

    private SecretMask(List<String> secrets) {
        this.secrets = secrets;
    }

    public static SecretMask of(List<SecretText> secrets) {
        return new SecretMask(secrets.stream().map(SecretText::reveal).toList());
    }

    public static SecretMask of(SecretText... secrets) {
        return of(List.of(secrets));
    }

    public SecretMask and(SecretMask more) {
        return new SecretMask(Stream.concat(secrets.stream(), more.secrets.stream())
                .distinct()
                .toList());
    }

    /** Also masks a user name, unless it is so short that this would make texts unreadable. */
    public SecretMask andName(String name) {
        return name.length() < MIN_LENGTH ? this : and(of(new SecretText(name)));
    }

    /** Masks external text. Withholds the whole text if a secret is too short to be masked. */
    public String mask(String text) {
        boolean tooShort = secrets.stream().map(String::strip).anyMatch(s -> !s.isEmpty() && s.length() < MIN_LENGTH);
        return tooShort && !text.isBlank() ? WITHHELD : maskOwn(text);
    }

    /** Masks external text that was truncated. Removes the end of the text if that end may be the start of a secret. */
    public String maskCut(String text) {
        int start = forms().mapToInt(form -> lengthOfStart(form, text)).max().orElse(0);
        return mask(text.substring(0, text.length() - start));
    }

    /** Masks secrets in a text that this plugin wrote. Secrets that are too short are not masked. */
    public String maskOwn(String text) {
        String forms = forms().sorted(Comparator.comparing(String::length).reversed())
                .map(Pattern::quote)
                .collect(Collectors.joining("|"));
        return forms.isEmpty() ? text : text.replaceAll("(?:" + forms + ")+", "****");
    }

    private Stream<String> forms() {
        return secrets.stream()
                .flatMap(secret -> Stream.concat(
                        Stream.of(secret, secret.strip()),
                        secret.lines().filter(line -> line.length() >= MIN_LINE_LENGTH)))
                .filter(secret -> secret.length() >= MIN_LENGTH)
                .flatMap(SecretMask::forms)
                .distinct();
    }

    private static Stream<String> forms(String secret) {
        String form = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        String percent = form.replace("+", "%20");
        String rfc3986 = percent.replace("*", "%2A").replace("%7E", "~");
        String json = secret.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        String base64 = Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
        String forUrl = base64.replace('+', '-').replace('/', '_');
        return Stream.of(
                secret,
                form,
                percent,
                rfc3986,
                json,
                json.replace("/", "\\/"),
                base64,
                forUrl,
                base64.replace("=", ""));
    }

    /** Returns how many characters at the end of a text may be the start of a secret. */
    private static int lengthOfStart(String secret, String text) {
        int length = Math.min(secret.length() - 1, text.length());
        while (!text.endsWith(secret.substring(0, length))) {
            length--;
        }
        return length;
    }

    /**
     * A password, token or key, which {@link #toString()} does not reveal. Deliberately not serializable, so that an object
     * with a field of this type cannot be sent to another machine.
     *
     * @param reveal the secret, which may be empty; send it only to the server for which it is meant
     */
    public record SecretText(String reveal) {
        public SecretText {
            Objects.requireNonNull(reveal);
        }

        @Override
        public String toString() {
            return "****";
        }
    }
}
