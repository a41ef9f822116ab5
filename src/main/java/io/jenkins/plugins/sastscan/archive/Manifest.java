package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.Figures;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The manifest of an archive: the SHA-256 and the name of each file, in the order of the archive and in the format of
 * {@code sha256sum}. As in coreutils 9, a line begins with a backslash if the file name is escaped.
 */
public final class Manifest {
    /** Maximum size in bytes, enough for several million files. Larger manifests are neither written nor compared. */
    public static final long MAX_BYTES = 512L << 20;

    private static final int DIGITS = 64;
    private static final String SEPARATOR = "  ";
    /** Maximum line length, enough for a name of 65,535 bytes with every character escaped. */
    private static final int MAX_LINE = 1 + DIGITS + SEPARATOR.length() + 2 * 0xFFFF;

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

    /**
     * Reads both manifests line by line, because they can be too large for memory.
     *
     * @throws ArchiveException if a manifest is damaged, or not in archive order
     */
    public static Changes compare(InputStream before, InputStream after) throws IOException, InterruptedException {
        Reader olds = new Reader(before);
        Reader news = new Reader(after);
        long added = 0;
        long changed = 0;
        long removed = 0;
        olds.next();
        news.next();
        while (olds.name != null || news.name != null) {
            if (Thread.interrupted()) {
                throw new InterruptedException("Interrupted while comparing manifests.");
            }
            int order = olds.name == null ? 1 : news.name == null ? -1 : order(olds.name, news.name);
            if (order > 0) {
                added++;
            } else if (order < 0) {
                removed++;
            } else if (!olds.sha256.equals(news.sha256)) {
                changed++;
            }
            if (order <= 0) {
                olds.next();
            }
            if (order >= 0) {
                news.next();
            }
        }
        return new Changes(added, changed, removed);
    }

    /** Compares names in archive order: {@code /} comes before all other characters. */
    private static int order(String one, String other) {
        for (int i = 0; i < Math.min(one.length(), other.length()); i++) {
            if (one.charAt(i) != other.charAt(i)) {
                return rank(one.charAt(i)) - rank(other.charAt(i));
            }
        }
        return one.length() - other.length();
    }

    private static int rank(char character) {
        return character == '/' ? 0 : character;
    }

    public static final class Writer implements Closeable {
        private final OutputStream out;
        private long left;

        /** @param most maximum size in bytes */
        public Writer(OutputStream out, long most) {
            this.out = new BufferedOutputStream(out, 1 << 16);
            this.left = most;
        }

        public void add(String name, byte[] sha256) throws IOException {
            // For a file named "-", sha256sum would read the standard input.
            String shown = name.equals("-") ? "./-" : name;
            String escaped = shown.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
            String mark = escaped.length() == shown.length() ? "" : "\\";
            byte[] line = (mark + HexFormat.of().formatHex(sha256) + SEPARATOR + escaped + "\n")
                    .getBytes(StandardCharsets.UTF_8);
            left -= line.length;
            if (left < 0) {
                throw new ArchiveException("The manifest is larger than its limit."
                        + " Exclude files that the scan does not need, or turn the manifest off.");
            }
            out.write(line);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /**
     * Reads a manifest, which may come from an agent. Decodes each byte of a name as one character (ISO-8859-1). A
     * comparison of decoded names gives the same result as a comparison of the bytes.
     */
    private static final class Reader {
        private final InputStream in;
        private final byte[] buffer = new byte[1 << 16];
        private final byte[] line = new byte[MAX_LINE];
        private int at;
        private int end;
        /** The name in the current line; null after the last line. */
        private String name = "";

        private String sha256;

        Reader(InputStream in) {
            this.in = in;
        }

        void next() throws IOException {
            int length = 0;
            int read = read();
            while (read >= 0 && read != '\n' && length < MAX_LINE) {
                line[length++] = (byte) read;
                read = read();
            }
            String before = name;
            name = read < 0 && length == 0 ? null : name(new String(line, 0, length, StandardCharsets.ISO_8859_1));
            if (name != null && (read != '\n' || order(before, name) >= 0)) {
                throw damaged();
            }
        }

        /** Works like {@code BufferedInputStream.read}, but without a lock. */
        private int read() throws IOException {
            if (at == end) {
                at = 0;
                end = Math.max(0, in.read(buffer));
            }
            return at < end ? buffer[at++] & 0xFF : -1;
        }

        private String name(String text) throws ArchiveException {
            int start = text.startsWith("\\") ? 1 : 0;
            if (!text.startsWith(SEPARATOR, start + DIGITS)) {
                throw damaged();
            }
            sha256 = text.substring(start, start + DIGITS);
            String shown = text.substring(start + DIGITS + SEPARATOR.length());
            try {
                return shown.equals("./-") ? "-" : start == 0 ? shown : shown.translateEscapes();
            } catch (IllegalArgumentException e) {
                throw damaged();
            }
        }

        private static ArchiveException damaged() {
            return new ArchiveException("a manifest is damaged");
        }
    }
}
