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
 * Replaces secrets in a text by {@code ****}: as they are, percent-encoded, escaped as in JSON, or in base64. Long lines
 * of a secret, such as those of a key, are also replaced.
 */
public final class SecretMask {
    public static final SecretMask NONE = new SecretMask(List.of());

    /**
     * A secret with fewer characters is not masked. Otherwise, partly masked words would reveal the secret: if the
     * secret were {@code at}, the word {@code data} would become {@code d****a}.
     */
    private static final int MIN_LENGTH = 4;

    private static final int MIN_LINE_LENGTH = 12;
    private static final int MAX_TEXT_LENGTH = 16 * 1024;
    private static final String WITHHELD = "text withheld, because a secret of this call is too short to be masked";

    private final List<String> secrets;

    private SecretMask(List<String> secrets) {
        this.secrets = secrets;
    }

    public static SecretMask of(List<SecretText> secrets) {
        return NONE.and(secrets);
    }

    public SecretMask and(List<SecretText> more) {
        return and(new SecretMask(more.stream().map(SecretText::reveal).toList()));
    }

    public SecretMask and(SecretMask more) {
        return new SecretMask(Stream.concat(secrets.stream(), more.secrets.stream())
                .distinct()
                .toList());
    }

    public SecretMask and(ProxySettings proxy) {
        return proxy.user()
                .map(user -> and(List.of(
                                user.password(),
                                new SecretText(
                                        user.name() + ":" + user.password().reveal())))
                        .andName(user.name()))
                .orElse(this);
    }

    /** Also masks a user name, unless it is so short that this would make texts unreadable. */
    public SecretMask andName(String name) {
        return name.length() < MIN_LENGTH ? this : and(List.of(new SecretText(name)));
    }

    /** Masks external text. Withholds the whole text if a secret is too short to be masked. */
    public String mask(String text) {
        return isAnyTooShort() && !text.isBlank() ? WITHHELD : maskOwn(text);
    }

    /** Masks secrets in a text that this plugin wrote. Secrets that are too short are not masked. */
    public String maskOwn(String text) {
        return text.length() > MAX_TEXT_LENGTH ? maskCut(text) : masked(text);
    }

    /** Masks external text that was truncated. Removes the end of the text if that end may be the start of a secret. */
    public String maskCut(String text) {
        String cut = text.substring(0, Math.min(text.length(), MAX_TEXT_LENGTH));
        int end = forms().mapToInt(form -> cut.length() - lengthOfStart(form, cut))
                .min()
                .orElse(cut.length());
        return isAnyTooShort() ? mask(cut) : masked(cut.substring(0, end));
    }

    private boolean isAnyTooShort() {
        return secrets.stream().map(String::strip).anyMatch(s -> !s.isEmpty() && s.length() < MIN_LENGTH);
    }

    private String masked(String text) {
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
        byte[] utf8 = secret.getBytes(StandardCharsets.UTF_8);
        String form = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        String percent = form.replace("+", "%20");
        String json = secret.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
        String base64 = Base64.getEncoder().encodeToString(utf8);
        return Stream.of(
                secret,
                form,
                percent,
                percent.replace("*", "%2A").replace("%7E", "~"),
                json,
                json.replace("/", "\\/"),
                base64,
                base64.replace('+', '-').replace('/', '_'),
                base64.replace("=", ""));
    }

    /** Returns how many characters at the end of a text may be the start of a secret. */
    private static int lengthOfStart(String secret, String text) {
        int length = Math.min(secret.length() - 1, text.length());
        while (length > 0 && !text.endsWith(secret.substring(0, length))) {
            length--;
        }
        return length;
    }
}
