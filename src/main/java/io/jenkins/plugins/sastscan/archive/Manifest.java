package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.Figures;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The manifest of an archive: the SHA-256 and the name of each file, in the order of the archive and in the format of
 * {@code sha256sum}. As in coreutils 9, a line begins with a backslash if the file name is escaped.
 */
public final class Manifest {
    private static final int DIGITS = 64;
    private static final String SEPARATOR = "  ";
    /** Maximum size of manifests that are compared, in bytes: enough for 300,000 files. */
    private static final int MAX_COMPARED = 32 << 20;

    private Manifest() {}

    /** How many files were added, changed and removed between two manifests. */
    public record Changes(long added, long changed, long removed) {
        public String words() {
            return Figures.count(added) + " added, " + Figures.count(changed) + " changed, " + Figures.count(removed)
                    + " removed";
        }
    }

    public static String path(String archive) {
        return archive + ".sha256";
    }

    /** Returns the line of a file, with its line end. */
    public static byte[] line(String name, byte[] sha256) {
        // For a file named "-", sha256sum would read the standard input.
        String shown = name.equals("-") ? "./-" : name;
        String escaped = shown.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
        String mark = escaped.length() == shown.length() ? "" : "\\";
        return (mark + HexFormat.of().formatHex(sha256) + SEPARATOR + escaped + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads both manifests, which may come from agents.
     *
     * @throws ArchiveException if a manifest is damaged, or larger than 32 MiB
     */
    public static Changes compare(InputStream before, InputStream after) throws IOException {
        Map<String, String> olds = new HashMap<>();
        read(before, olds::put);
        long[] counts = new long[2];
        read(after, (name, sha256) -> {
            String old = olds.remove(name);
            counts[0] += old == null ? 1 : 0;
            counts[1] += old == null || old.equals(sha256) ? 0 : 1;
        });
        return new Changes(counts[0], counts[1], olds.size());
    }

    /** Decodes each byte of a name as one character. The names stay different in this way. */
    private static void read(InputStream in, BiConsumer<String, String> each) throws IOException {
        byte[] bytes = in.readNBytes(MAX_COMPARED + 1);
        if (bytes.length > MAX_COMPARED) {
            throw new ArchiveException("a manifest is larger than " + (MAX_COMPARED >> 20) + " MiB");
        }
        BufferedReader lines = new BufferedReader(new StringReader(new String(bytes, StandardCharsets.ISO_8859_1)));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int name = line.indexOf(SEPARATOR) + SEPARATOR.length();
            if (name < DIGITS) {
                throw new ArchiveException("a manifest is damaged");
            }
            each.accept(line.substring(name), line.substring(0, name));
        }
    }
}
