package io.jenkins.plugins.sastscan.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The forms in which a server could return a secret that it received. */
public final class SecretForms {
    private SecretForms() {}

    public static List<String> forms(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        String encoded = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        String json = secret.replace("\\", "\\\\").replace("\"", "\\\"");
        return List.of(
                secret,
                encoded,
                encoded.replace("+", "%20"),
                Pattern.compile("%..")
                        .matcher(encoded)
                        .replaceAll(hex -> hex.group().toLowerCase(Locale.ROOT)),
                json,
                json.replace("/", "\\/"),
                Base64.getEncoder().encodeToString(bytes));
    }
}
