package io.jenkins.plugins.sastscan.bench;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Generates text that compresses like source code: files of a few kilobytes by a factor between 3 and 4, large files by
 * a factor of almost 5. The same seed produces the same text.
 */
final class SourceText {
    private static final int WORDS = 4_000;
    private static final int NAMES = 6_000;
    private static final int NAMES_OF_A_FILE = 120;

    private static final String LICENCE = """
            /*
             * Licensed under the terms of an example licence; you may use this file as it permits.
             * It is made by a generator and comes without warranty of any kind, express or implied.
             */
            """;

    /** Patterns of lines: {@code @} stands for a name, {@code #} for a word, and {@code %} for a number. */
    private static final String[] LINES = {
        "import org.example.@.@;\n",
        "    private final @ @;\n",
        "    private static final int @ = %;\n",
        "    public @ @(@ @, @ @) throws IOException {\n",
        "        if (@ == null || @.@() > %) {\n",
        "            throw new IllegalArgumentException(\"the # # # of a # was #: \" + @);\n",
        "        }\n",
        "        for (@ @ : @.@()) {\n",
        "            @.@(@, %);\n",
        "        return @.@(@);\n",
        "    }\n\n",
        "        @ @ = new @(@, \"#\");\n",
        "            @.put(\"#-%\", @.@(@, @));\n",
        "    /**\n     * The # of # #, which # # # the # # #.\n     *\n     * @param @ the # of the #\n     */\n",
        "     * # # the # # # of # # in a #, # # # {@code @} # the #.\n",
        "                    @.@(@)\n                            .@(@ -> @.@())\n                            .@();\n",
        "        // # # # # when the # # is #.\n",
        "    @Override\n    public int hashCode() {\n        return @.@() * 31 + %;\n    }\n\n",
    };

    private final byte[][] words = new byte[WORDS][];
    private final byte[][] names = new byte[NAMES][];
    private final byte[][] own = new byte[NAMES_OF_A_FILE][];
    private final byte[][] lines = new byte[LINES.length][];
    private final byte[] licence = LICENCE.getBytes(StandardCharsets.US_ASCII);
    private SplittableRandom random = new SplittableRandom(1);
    private byte[] out;
    private int at;

    SourceText() {
        for (int i = 0; i < WORDS; i++) {
            words[i] = word().getBytes(StandardCharsets.US_ASCII);
        }
        for (int i = 0; i < NAMES; i++) {
            String second = new String(words[random.nextInt(WORDS)], StandardCharsets.US_ASCII);
            String name = new String(words[random.nextInt(WORDS)], StandardCharsets.US_ASCII)
                    + Character.toUpperCase(second.charAt(0))
                    + second.substring(1);
            names[i] = name.getBytes(StandardCharsets.US_ASCII);
        }
        for (int i = 0; i < LINES.length; i++) {
            lines[i] = LINES[i].getBytes(StandardCharsets.US_ASCII);
        }
    }

    void begin(long seed) {
        random = new SplittableRandom(seed);
        for (int i = 0; i < NAMES_OF_A_FILE; i++) {
            own[i] = names[skewed(NAMES)];
        }
    }

    void fill(byte[] buffer, int length, boolean beginning) {
        out = buffer;
        at = 0;
        if (beginning) {
            put(licence, length);
        }
        while (at < length) {
            line(lines[random.nextInt(lines.length)], length);
            if (random.nextInt(3) == 0) {
                repeat(length);
            }
        }
    }

    /** Repeats recent text, because code often resembles the lines above it. */
    private void repeat(int limit) {
        int back = Math.min(at, 200 + random.nextInt(6_000));
        int length = Math.min(Math.min(back, 40 + random.nextInt(140)), limit - at);
        System.arraycopy(out, at - back, out, at, length);
        at += length;
    }

    private void line(byte[] pattern, int limit) {
        for (byte b : pattern) {
            if (b == '@') {
                put(own[skewed(NAMES_OF_A_FILE)], limit);
            } else if (b == '#') {
                put(words[skewed(WORDS)], limit);
            } else if (b == '%') {
                put(Integer.toString(random.nextInt(1_000)).getBytes(StandardCharsets.US_ASCII), limit);
            } else if (at < limit) {
                out[at++] = b;
            }
        }
    }

    private void put(byte[] text, int limit) {
        int length = Math.min(text.length, limit - at);
        System.arraycopy(text, 0, out, at, length);
        at += length;
    }

    /** Low numbers are more frequent than high numbers. */
    private int skewed(int bound) {
        double unit = random.nextDouble();
        return (int) (unit * unit * unit * bound);
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        int syllables = 1 + random.nextInt(3);
        for (int i = 0; i <= syllables; i++) {
            word.append("bcdfghlmnprstvw".charAt(random.nextInt(15))).append("aeiou".charAt(random.nextInt(5)));
        }
        return word.append("nrstl".charAt(random.nextInt(5))).toString();
    }
}
