package io.jenkins.plugins.sastscan.service;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds secrets in a text of somebody else, however they are escaped there. Compares hashes of short pieces, so that it
 * takes time by the length of the text and the secrets alone.
 */
final class SecretFinder {
    /** A longer secret is found by any piece of this length; less of it says nothing. */
    private static final int PIECE = 12;

    /** More is never shown of a text. */
    private static final int LONGEST = 16 * 1024;

    /** Any odd number that spreads. */
    private static final long BASE = 0x9E37_79B9_7F4A_7C15L;

    private final String text;
    private final boolean cut;
    private final List<UnescapedText> readings;
    private final Map<Integer, Set<Long>> pieces = new HashMap<>();
    private final BitSet plain = new BitSet();
    private final BitSet coded = new BitSet();
    private int end;

    /** @param cut whether the text may go on */
    SecretFinder(String text, boolean cut) {
        this.text = text.substring(0, Math.min(text.length(), LONGEST));
        this.cut = cut || text.length() > LONGEST;
        this.end = this.cut ? UnescapedText.endOfWhole(this.text) : this.text.length();
        this.readings = UnescapedText.all(this.text.substring(0, end));
    }

    /** Looks for a secret as it is, and within anything that is in base64. */
    void find(String secret) {
        find(secret, plain);
        Stream.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)
                .map(secret::getBytes)
                .forEach(bytes -> {
                    for (int before = 0; before < 3; before++) {
                        find(base64(bytes, before), coded);
                    }
                });
    }

    /** What all base64 has in common of anything that holds these bytes behind so many others, by three. */
    private static String base64(byte[] bytes, int before) {
        byte[] shifted = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, shifted, before, bytes.length);
        String encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
        int from = (before * 8 + 5) / 6;
        return encoded.substring(from, Math.max(from, shifted.length * 8 / 6));
    }

    private void find(String wanted, BitSet found) {
        int length = Math.min(wanted.length(), PIECE);
        Set<Long> there = pieces.computeIfAbsent(length, this::piecesOfText);
        Set<Long> shared = new HashSet<>();
        eachPiece(wanted, length, (at, piece) -> {
            if (there.contains(piece)) {
                shared.add(piece);
            }
        });
        for (UnescapedText reading : readings) {
            if (!shared.isEmpty()) {
                eachPiece(reading.said(), length, (at, piece) -> {
                    if (shared.contains(piece)) {
                        found.set(reading.from(at), reading.to(at + length - 1));
                    }
                });
            }
            if (cut) {
                end = Math.min(end, reading.from(reading.said().length() - begun(wanted, length, reading.said())));
            }
        }
    }

    private Set<Long> piecesOfText(int length) {
        Set<Long> all = new HashSet<>();
        readings.forEach(reading -> eachPiece(reading.said(), length, (at, piece) -> all.add(piece)));
        return all;
    }

    /** How much of a secret's first piece stands at the end. */
    private static int begun(String wanted, int piece, String said) {
        for (int length = Math.min(piece - 1, said.length()); length > 0; length--) {
            if (folded(said.substring(said.length() - length)).equals(folded(wanted.substring(0, length)))) {
                return length;
            }
        }
        return 0;
    }

    /** What takes a piece's place and hash. */
    private interface PieceConsumer {
        void accept(int at, long hash);
    }

    private static void eachPiece(String of, int length, PieceConsumer consumer) {
        long hash = 0;
        long power = 1;
        for (int i = 0; i < length; i++) {
            power *= BASE;
        }
        for (int i = 0; i < of.length(); i++) {
            hash = hash * BASE + folded(of.charAt(i));
            if (i >= length) {
                hash -= power * folded(of.charAt(i - length));
            }
            if (i >= length - 1) {
                consumer.accept(i - length + 1, hash);
            }
        }
    }

    /** Base64 has two alphabets: they count as one. */
    private static char folded(char c) {
        return c == '-' ? '+' : c == '_' ? '/' : c;
    }

    private static String folded(String text) {
        return text.replace('-', '+').replace('_', '/');
    }

    /** The text with {@code ****} in place of all that was found. */
    String masked() {
        maskWholeWords();
        StringBuilder masked = new StringBuilder();
        int at = 0;
        for (int from = plain.nextSetBit(0); from >= 0 && from < end; from = plain.nextSetBit(at)) {
            masked.append(text, at, from).append("****");
            at = plain.nextClearBit(from);
        }
        return at < end ? masked.append(text, at, end).toString() : masked.toString();
    }

    /** At its ends a secret shares characters of base64 with what is beside it. */
    private void maskWholeWords() {
        for (int at = coded.nextSetBit(0); at >= 0; at = coded.nextSetBit(at)) {
            int from = at;
            while (from > 0 && isBase64(text.charAt(from - 1))) {
                from--;
            }
            at = coded.nextClearBit(at);
            while (at < text.length() && (isBase64(text.charAt(at)) || text.charAt(at) == '=')) {
                at++;
            }
            plain.set(from, at);
        }
    }

    private static boolean isBase64(char c) {
        return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || "+/-_".indexOf(c) >= 0;
    }
}
