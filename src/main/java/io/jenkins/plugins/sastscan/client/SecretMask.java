package io.jenkins.plugins.sastscan.client;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Replaces the secrets in a text by {@code ****}. Also replaces escaped secrets and base64-encoded secrets. Parts of a
 * secret are also masked if they have at least 12 characters. The time to mask a text grows linearly with the length of
 * the text.
 */
public final class SecretMask {
    public static final SecretMask NONE = new SecretMask(List.of());

    /**
     * A secret with fewer characters is not masked. Otherwise, partly masked words would reveal the secret: if the
     * secret were {@code at}, the word {@code data} would become {@code d****a}.
     */
    private static final int MIN_LENGTH = 4;

    private static final int PIECE_LENGTH = 12;
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
        return new SecretMask(Stream.concat(secrets.stream(), more.stream().map(SecretText::reveal))
                .toList());
    }

    public SecretMask and(ProxySettings proxy) {
        if (proxy.user().isEmpty()) {
            return this;
        }
        String user = proxy.user().get().name();
        SecretText password = proxy.user().get().password();
        SecretMask more = and(List.of(password, new SecretText(user + ":" + password.reveal())));
        return user.length() < MIN_LENGTH ? more : more.and(List.of(new SecretText(user)));
    }

    /** Masks external text. Withholds the whole text if a secret is too short to be masked. */
    public String mask(String text) {
        return isAnyTooShort() && !text.isBlank() ? WITHHELD : maskOwn(text);
    }

    /** Masks secrets in a text that this plugin wrote. Secrets that are too short are not masked. */
    public String maskOwn(String text) {
        return new Search(text, false).masked();
    }

    /** Masks external text that was truncated. Removes the end of the text if that end may be the start of a secret. */
    public String maskCut(String text) {
        return isAnyTooShort() ? mask(text) : new Search(text, true).masked();
    }

    private boolean isAnyTooShort() {
        return secrets.stream().map(String::strip).anyMatch(s -> !s.isEmpty() && s.length() < MIN_LENGTH);
    }

    private final class Search {
        private final String text;
        private final boolean cut;
        private final List<UnescapedText> readings;
        private final BitSet found = new BitSet();
        private final BitSet foundBase64 = new BitSet();
        private int end;

        Search(String whole, boolean isCut) {
            text = whole.substring(0, Math.min(whole.length(), MAX_TEXT_LENGTH));
            cut = isCut || whole.length() > MAX_TEXT_LENGTH;
            end = cut ? UnescapedText.completeLength(text) : text.length();
            readings = UnescapedText.all(text.substring(0, end));
        }

        String masked() {
            secrets.stream()
                    .flatMap(secret -> Stream.of(secret, secret.strip()))
                    .distinct()
                    .filter(secret -> secret.length() >= MIN_LENGTH)
                    .forEach(this::find);
            addWholeBase64();
            StringBuilder masked = new StringBuilder();
            int at = 0;
            for (int from = found.nextSetBit(0); from >= 0 && from < end; from = found.nextSetBit(at)) {
                masked.append(text, at, from).append("****");
                at = found.nextClearBit(from);
            }
            return at < end ? masked.append(text, at, end).toString() : masked.toString();
        }

        private void find(String secret) {
            find(secret, found);
            for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
                for (int before = 0; before < 3; before++) {
                    find(base64(secret.getBytes(charset), before), foundBase64);
                }
            }
        }

        private void find(String secret, BitSet places) {
            String wanted = oneAlphabet(secret);
            int length = Math.min(wanted.length(), PIECE_LENGTH);
            Set<String> pieces = IntStream.rangeClosed(0, wanted.length() - length)
                    .mapToObj(at -> wanted.substring(at, at + length))
                    .collect(Collectors.toSet());
            for (UnescapedText reading : readings) {
                String read = oneAlphabet(reading.text());
                for (int at = 0; at <= read.length() - length; at++) {
                    if (pieces.contains(read.substring(at, at + length))) {
                        places.set(reading.from(at), reading.to(at + length - 1));
                    }
                }
                if (cut) {
                    end = Math.min(end, reading.from(read.length() - lengthOfStart(wanted, length, read)));
                }
            }
        }

        /** Returns how many characters at the end of a text may be the start of a secret. */
        private static int lengthOfStart(String secret, int piece, String read) {
            int length = Math.min(piece - 1, read.length());
            while (length > 0 && !read.endsWith(secret.substring(0, length))) {
                length--;
            }
            return length;
        }

        /**
         * Encodes a secret in base64. Omits each base64 character that depends on a byte before or after the secret.
         *
         * @param before the number of bytes before the secret, modulo 3
         */
        private static String base64(byte[] bytes, int before) {
            byte[] shifted = new byte[before + bytes.length];
            System.arraycopy(bytes, 0, shifted, before, bytes.length);
            String encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
            int from = (before * 8 + 5) / 6;
            return encoded.substring(from, Math.max(from, shifted.length * 8 / 6));
        }

        /** Converts URL-safe base64 to standard base64. */
        private static String oneAlphabet(String text) {
            return text.replace('-', '+').replace('_', '/');
        }

        /**
         * Marks the whole base64 text around a secret, because the first and last characters of an encoded secret also
         * depend on neighboring bytes.
         */
        private void addWholeBase64() {
            for (int at = foundBase64.nextSetBit(0); at >= 0; at = foundBase64.nextSetBit(at)) {
                int from = at;
                while (from > 0 && isBase64(text.charAt(from - 1))) {
                    from--;
                }
                at = foundBase64.nextClearBit(at);
                while (at < text.length() && (isBase64(text.charAt(at)) || text.charAt(at) == '=')) {
                    at++;
                }
                found.set(from, at);
            }
        }

        private static boolean isBase64(char c) {
            return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || "+/-_".indexOf(c) >= 0;
        }
    }
}
