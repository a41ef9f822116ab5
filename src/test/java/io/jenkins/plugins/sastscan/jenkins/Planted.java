package io.jenkins.plugins.sastscan.jenkins;

import hudson.Util;
import io.jenkins.plugins.sastscan.build.git.SshKeys;
import io.jenkins.plugins.sastscan.client.SecretForms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Planted secrets, and the search for them in every encoding. */
public final class Planted {
    // The parts are joined at run time, because agents receive the class files, which must not contain a secret.
    public static final String ACCESS_TOKEN = String.join("+/=%&\"<", "Tok3n", "of-Access~1!");
    public static final String CLIENT_SECRET = String.join("+/=%&\"<", "Cl\u00efent", "Secret 2");
    public static final String PASSWORD = String.join("+/=%&\"<", "P\u00e4ss", "W\u00f6rd 3");
    public static final String GIT_TOKEN = String.join("+/=%&\"<", "P3rsonal", "Access\u20acToken");
    public static final String KEY = SshKeys.pem();

    private final Map<String, Set<String>> forms = new LinkedHashMap<>();

    public static Planted all() {
        return new Planted()
                .and("access token", ACCESS_TOKEN)
                .and("OAuth client secret", CLIENT_SECRET)
                .and("password", PASSWORD)
                .and("personal access token", GIT_TOKEN)
                .and("private key", KEY.lines().toList().get(1));
    }

    public Planted and(String name, String secret) {
        forms.put(name, forms(secret));
        return this;
    }

    public static Set<String> forms(String secret) {
        Set<String> forms = new LinkedHashSet<>(SecretForms.forms(secret));
        forms.add(Util.rawEncode(secret));
        forms.add(secret.replace("\"", "\\\""));
        forms.add(javaEscaped(secret.replace("\"", "\\\"")));
        forms.addAll(forms.stream().map(form -> form.replace("%21", "!")).toList());
        for (int offset = 0; offset < 3; offset++) {
            forms.add(base64(secret, offset));
            forms.add(base64(secret, offset).replace('+', '-').replace('/', '_'));
        }
        forms.addAll(forms.stream()
                .map(form -> new String(form.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .toList());
        // If one encoded text contains another, it is enough to search for the shorter one.
        forms.removeIf(form -> forms.stream().anyMatch(other -> !other.equals(form) && form.contains(other)));
        return forms;
    }

    private static String javaEscaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.chars().forEach(c -> escaped.append(c < 0x7f ? "" + (char) c : String.format("\\u%04x", c)));
        return escaped.toString();
    }

    /**
     * Returns the part of the base64 text that depends only on the secret. The first and last characters of the whole
     * text can also depend on the bytes around the secret.
     *
     * @param offset the number of bytes before the secret, modulo three
     */
    private static String base64(String secret, int offset) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        byte[] shifted = new byte[bytes.length + offset];
        System.arraycopy(bytes, 0, shifted, offset, bytes.length);
        String encoded = Base64.getEncoder()
                .withoutPadding()
                .encodeToString(Arrays.copyOf(shifted, shifted.length - shifted.length % 3));
        return encoded.substring(offset == 0 ? 0 : 4);
    }

    /** The names of all secrets that this text contains, in any encoding. */
    public List<String> in(String text) {
        List<String> found = new ArrayList<>();
        forms.forEach((name, all) -> {
            if (all.stream().anyMatch(text::contains)) {
                found.add(name);
            }
        });
        return found;
    }

    public List<String> in(byte[] bytes) {
        return in(new String(bytes, StandardCharsets.ISO_8859_1));
    }

    /**
     * Returns the files that have a secret in their path or content. Files that vanish during the search are ignored.
     */
    public List<String> below(Path directory) throws IOException {
        List<String> found = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                List<String> secrets = new ArrayList<>(in(file.toString()));
                if (attributes.isRegularFile()) {
                    secrets.addAll(in(content(file)));
                    if (file.toString().endsWith(".zip")) {
                        secrets.addAll(in(Zips.read(file).toString()));
                    }
                }
                if (!secrets.isEmpty()) {
                    found.add(directory.relativize(file) + ": " + secrets);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return found;
    }

    private static byte[] content(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }
}
