package io.jenkins.plugins.sastscan.jenkins;

import io.jenkins.plugins.sastscan.build.git.SshKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Planted secrets, and the search for them. They have only letters and digits, so that they are the same in each
 * encoding except Base64. {@code SecretMaskTest} masks other secrets in each encoding.
 */
public final class Planted {
    // The parts are joined at run time, because agents receive the class files, which must not contain a secret.
    public static final String ACCESS_TOKEN = String.join("Of", "Tok3n", "Access1");
    public static final String CLIENT_SECRET = String.join("Of", "S3cret", "Client2");
    public static final String PASSWORD = String.join("Of", "P4ssword", "Alice3");
    public static final String GIT_TOKEN = String.join("Of", "P3rsonal", "Token4");
    public static final String PROXY_USER = String.join("Of", "Us3r", "Proxy5");
    public static final String PROXY_PASSWORD = String.join("Of", "P4ssword", "Proxy6");
    public static final String KEY = SshKeys.pem();

    private static final Map<String, Set<String>> FORMS = new LinkedHashMap<>();

    static {
        plant("access token", ACCESS_TOKEN);
        plant("OAuth client secret", CLIENT_SECRET);
        plant("password", PASSWORD);
        plant("personal access token", GIT_TOKEN);
        plant("private key", KEY.lines().toList().get(1));
        plant("proxy password", PROXY_PASSWORD);
        plant("issued token", "issued-token-");
    }

    private Planted() {}

    private static void plant(String name, String secret) {
        Set<String> forms = new TreeSet<>(Set.of(secret));
        for (int before = 0; before < 3; before++) {
            // The first and last characters also depend on the bytes around the secret.
            byte[] shifted = ("x".repeat(before) + secret).getBytes(StandardCharsets.UTF_8);
            String encoded = Base64.getEncoder()
                    .encodeToString(Arrays.copyOf(shifted, shifted.length - shifted.length % 3))
                    .substring(before == 0 ? 0 : 4);
            forms.add(encoded);
            forms.add(encoded.replace('+', '-').replace('/', '_'));
        }
        FORMS.put(name, forms);
    }

    /** The names of all secrets that this text contains. */
    public static List<String> in(String text) {
        return FORMS.entrySet().stream()
                .filter(each -> each.getValue().stream().anyMatch(text::contains))
                .map(Map.Entry::getKey)
                .toList();
    }

    public static List<String> in(byte[] bytes) {
        return in(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    /** Returns the files that have a secret in their path or content. Files that vanish in the meantime are ignored. */
    public static List<String> below(Path directory) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try {
                    List<String> secrets = new ArrayList<>(in(file.toString()));
                    secrets.addAll(in(Files.readAllBytes(file)));
                    secrets.addAll(
                            file.toString().endsWith(".zip")
                                    ? in(Zips.read(file).toString())
                                    : List.of());
                    if (!secrets.isEmpty()) {
                        found.add(directory.relativize(file) + ": " + secrets);
                    }
                } catch (NoSuchFileException e) {
                    // The file has vanished.
                }
            }
        }
        return found;
    }
}
