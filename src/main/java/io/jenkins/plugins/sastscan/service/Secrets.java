package io.jenkins.plugins.sastscan.service;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The secrets of a call, taken out of whatever is shown, in each form that an echo of them may have. */
final class Secrets {
    static final Secrets NONE = new Secrets(List.of());

    /** A line of a key that is shorter than this says nothing by itself. */
    private static final int SHORTEST_LINE = 12;

    /** Taking shorter secrets out would tear words apart, and their places would tell what they are. */
    private static final int SHORTEST_MASKED = 4;

    private static final String WITHHELD = "words withheld, since a secret of this call is too short to be masked";

    private static final Pattern HEX = Pattern.compile("%[0-9A-F]{2}");

    private final List<SecretText> known;

    private Secrets(List<SecretText> known) {
        this.known = known;
    }

    static Secrets of(SecretText... secrets) {
        return new Secrets(List.of(secrets));
    }

    Secrets and(SecretText secret) {
        return new Secrets(Stream.concat(known.stream(), Stream.of(secret)).toList());
    }

    /** Also takes out what a proxy is told, if there is one that wants a user. */
    Secrets and(ProxySettings settings) {
        if (!(settings instanceof ProxySettings.Authenticated proxy)) {
            return this;
        }
        String user = proxy.userName();
        Secrets more = and(proxy.password())
                .and(SecretText.of(user + ":" + proxy.password().reveal()));
        return user.length() < SHORTEST_MASKED ? more : more.and(SecretText.of(user));
    }

    /** Words of others with {@code ****} in place of each secret, or nothing of them if a secret is too short for that. */
    String mask(String text) {
        boolean tooShort = known.stream()
                .map(secret -> secret.reveal().strip())
                .anyMatch(secret -> !secret.isEmpty() && secret.length() < SHORTEST_MASKED);
        return tooShort && !text.isBlank() ? WITHHELD : maskLong(text);
    }

    /** A text of our own with {@code ****} in place of each secret that is not too short. */
    String maskLong(String text) {
        String masked = text;
        for (String form : forms()) {
            masked = masked.replace(form, "****");
        }
        return masked;
    }

    /** Masks text that was cut somewhere: what may be the beginning of a secret is cut from its end, too. */
    String maskCut(String text) {
        int longest = forms().stream().mapToInt(String::length).max().orElse(1) - 1;
        return mask(text.substring(0, Math.max(0, text.length() - longest)));
    }

    /** Longer forms first, so that none is left in part because another one within it went before. */
    private List<String> forms() {
        Set<String> forms = new LinkedHashSet<>();
        for (SecretText secret : known) {
            String text = secret.reveal();
            addForms(text, forms);
            addForms(text.strip(), forms);
            text.lines().filter(line -> line.length() >= SHORTEST_LINE).forEach(line -> addForms(line, forms));
        }
        return forms.stream()
                .filter(form -> form.length() >= SHORTEST_MASKED)
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    private static void addForms(String text, Set<String> forms) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        forms.add(text);
        addPercentForms(text, bytes, forms);
        forms.add(Base64.getEncoder().encodeToString(bytes));
        forms.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
        forms.add(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        forms.add(new String(JsonStringEncoder.getInstance().quoteAsString(text)));
    }

    /** Encoders differ in what they leave as it is (RFC 3986, forms, browsers' scripts) and in the case of their digits. */
    private static void addPercentForms(String text, byte[] bytes, Set<String> forms) {
        byte[] buffer = new byte[FormEncoding.bufferSize(bytes.length)];
        int length = FormEncoding.encode(bytes, 0, bytes.length, buffer);
        String strict = new String(buffer, 0, length, StandardCharsets.US_ASCII);
        String script = strict.replace("%21", "!")
                .replace("%27", "'")
                .replace("%28", "(")
                .replace("%29", ")")
                .replace("%2A", "*");
        for (String upper : List.of(strict, script, URLEncoder.encode(text, StandardCharsets.UTF_8))) {
            String lower = HEX.matcher(upper).replaceAll(hex -> hex.group().toLowerCase(Locale.ROOT));
            for (String form : List.of(upper, lower)) {
                forms.add(form);
                forms.add(form.replace("%20", "+"));
                forms.add(form.replace("+", "%20"));
            }
        }
    }
}
