package io.jenkins.plugins.sastscan.client;

import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/** The forms in which a server could return a secret that it received. */
public final class SecretForms {
    private SecretForms() {}

    public static List<String> forms(String secret) {
        Set<String> forms = new LinkedHashSet<>();
        forms.add(secret);
        for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
            forms.add(percent(secret, "%%%02X", charset));
            forms.add(percent(secret, "%%%02x", charset));
            // Encoders differ in the characters that they leave unencoded.
            String encoded = URLEncoder.encode(secret, charset);
            forms.addAll(List.of(encoded, encoded.replace("+", "%20").replace("%7E", "~")));
            forms.addAll(base64(secret, charset));
        }
        forms.addAll(markup(secret));
        forms.add(escaped(secret, "\\\"/", c -> "\\" + (char) c, c -> (char) c + ""));
        forms.add(escaped(secret, "\\\"&<>'+", c -> String.format("\\u%04x", c), c -> String.format("\\u%04X", c)));
        return List.copyOf(forms);
    }

    /** In {@code Authorization: Basic}, the length of the user name changes the Base64 form of the password. */
    private static List<String> base64(String secret, Charset charset) {
        List<String> forms = new ArrayList<>();
        for (String user : List.of("", ":", "u:", "us:")) {
            byte[] bytes = (user + secret).getBytes(charset);
            forms.add(Base64.getEncoder().encodeToString(bytes));
            forms.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
            forms.add(Base64.getUrlEncoder().encodeToString(bytes));
            forms.add(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        }
        return forms;
    }

    /** Returns the secret with HTML escapes, as common libraries write them. */
    private static List<String> markup(String secret) {
        String most = secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        String quoted = most.replace("\"", "&quot;");
        return List.of(
                most,
                quoted.replace("'", "&#39;"),
                quoted.replace("'", "&#039;"),
                quoted.replace("'", "&#x27;"),
                most.replace("\"", "&#34;").replace("'", "&apos;"),
                quoted.replace("\u00e4", "&auml;").replace("\u00ef", "&iuml;").replace("\u00f6", "&ouml;"),
                escaped(secret, "&<>\"'+/=`", c -> "&#" + c + ";", c -> "&#" + c + ";"),
                escaped(secret, "&<>\"'+/=`", c -> String.format("&#x%x;", c), c -> String.format("&#X%02X;", c)));
    }

    private static String escaped(
            String text, String special, IntFunction<String> escape, IntFunction<String> escapeBeyondAscii) {
        StringBuilder escaped = new StringBuilder();
        text.chars()
                .forEach(c -> escaped.append(
                        special.indexOf(c) >= 0
                                ? escape.apply(c)
                                : c < 0x7f ? "" + (char) c : escapeBeyondAscii.apply(c)));
        return escaped.toString();
    }

    private static String percent(String text, String format, Charset charset) {
        StringBuilder encoded = new StringBuilder();
        for (byte each : text.getBytes(charset)) {
            boolean unreserved = each > 0 && (Character.isLetterOrDigit(each) || "-._~".indexOf(each) >= 0);
            encoded.append(unreserved ? "" + (char) each : String.format(format, each));
        }
        return encoded.toString();
    }
}
