package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.Figures;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The manifest of an archive: the SHA-256 and the name of each file, in the order of the archive and in the format of
 * {@code sha256sum}. As in coreutils 9, a line begins with a backslash if the file name is escaped.
 */
public final class Manifest {
    /** Maximum size in bytes, enough for several million files. Larger manifests are not written. */
    public static final long MAX_BYTES = 512L << 20;

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

    /**
     * Reads both manifests, which may come from agents.
     *
     * @throws ArchiveException if a manifest is damaged, or larger than 32 MiB
     */
    public static Changes compare(InputStream before, InputStream after) throws IOException, InterruptedException {
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
    private static void read(InputStream in, BiConsumer<String, String> each) throws IOException, InterruptedException {
        byte[] bytes = in.readNBytes(MAX_COMPARED + 1);
        if (bytes.length > MAX_COMPARED) {
            throw new ArchiveException("a manifest is larger than " + (MAX_COMPARED >> 20) + " MiB");
        }
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(new ByteArrayInputStream(bytes), StandardCharsets.ISO_8859_1));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("Interrupted while comparing manifests.");
            }
            int name = line.indexOf(SEPARATOR) + SEPARATOR.length();
            if (name < DIGITS) {
                throw new ArchiveException("a manifest is damaged");
            }
            each.accept(line.substring(name), line.substring(0, name));
        }
    }

    public static final class Writer implements Closeable {
        private final OutputStream out;
        private long left;

        /** @param most maximum size in bytes */
        public Writer(OutputStream out, long most) {
            this.out = new BufferedOutputStream(out, 1 << 16);
            this.left = most;
        }

        static Writer create(Path file) throws IOException {
            return new Writer(Channels.newOutputStream(TemporaryFiles.newFile(file)), MAX_BYTES);
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

        void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
