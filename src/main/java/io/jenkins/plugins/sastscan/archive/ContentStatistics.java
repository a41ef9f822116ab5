package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.PlainText;
import io.jenkins.plugins.sastscan.text.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Counts the files of an archive, and computes the content digest that {@code docs/archive-reference.md} defines. The
 * memory use is limited, even for many files.
 */
public final class ContentStatistics {
    public static final int MAX_SHARES = 10;

    /** Maximum length of the name of a folder or file type, in UTF-16 code units, before escaping. */
    private static final int MAX_NAME_LENGTH = 100;

    /** Maximum number of folders, and of file types. Further folders and types are not counted. */
    private static final int MAX_KEYS = 300;

    /** A file with a longer extension counts as a file without an extension. */
    private static final int MAX_EXTENSION_LENGTH = 16;

    private final MessageDigest digest = Sha256.create();
    private final Map<String, Total> folders = new HashMap<>();
    private final Map<String, Total> types = new HashMap<>();
    private final List<String> likelySecretNames = new ArrayList<>();
    private long files;
    private long bytes;
    private long namesInvalidOnWindows;
    private long likelySecrets;

    /** The files of a folder or of a file type. The bytes are counted before compression. */
    public record Total(String name, long files, long bytes) {}

    public void add(String name, long size, byte[] sha256) {
        byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer head = ByteBuffer.allocate(4 + encoded.length + 8);
        digest.update(head.putInt(encoded.length).put(encoded).putLong(size).flip());
        digest.update(sha256);
        count(name, size);
    }

    /** Counts a file, but does not add it to the digest. */
    public void count(String name, long size) {
        files++;
        bytes += size;
        add(folders, name.substring(0, Math.max(0, name.indexOf('/'))), size);
        add(types, type(name), size);
        if (!EntryName.validOnWindows(name)) {
            namesInvalidOnWindows++;
        }
        if (LikelySecret.matches(name)) {
            likelySecrets++;
            if (likelySecretNames.size() < SkippedFiles.MAX_NAMES) {
                likelySecretNames.add(PlainText.oneLine(name, SkippedFiles.MAX_NAME_LENGTH));
            }
        }
    }

    public long files() {
        return files;
    }

    /** Size of all files before compression, in bytes. */
    public long bytes() {
        return bytes;
    }

    /**
     * The {@value #MAX_SHARES} largest top-level folders, largest first. The name {@code ""} stands for files outside
     * any folder.
     */
    public List<Total> folders() {
        return largest(folders);
    }

    /**
     * The {@value #MAX_SHARES} file types with the most bytes. The name of a type is the lower-case extension; the name
     * {@code ""} stands for files without an extension.
     */
    public List<Total> types() {
        return largest(types);
    }

    public long namesInvalidOnWindows() {
        return namesInvalidOnWindows;
    }

    /** Number of files that probably contain a secret, judging by their names. */
    public long likelySecrets() {
        return likelySecrets;
    }

    /** The first {@value SkippedFiles#MAX_NAMES} names of likely secrets, shortened and escaped to fit on one line. */
    public List<String> likelySecretNames() {
        return likelySecretNames;
    }

    /** Returns the content digest in lower-case hexadecimal. Call this method only once, after the last file. */
    public String digest() {
        return Sha256.hex(digest);
    }

    private static void add(Map<String, Total> totals, String name, long size) {
        if (totals.size() < MAX_KEYS || totals.containsKey(name)) {
            Total one = new Total(name, 1, size);
            totals.merge(name, one, (sum, file) -> new Total(name, sum.files + 1, sum.bytes + size));
        }
    }

    private static String type(String name) {
        int dot = name.lastIndexOf('.');
        boolean ends = dot > name.lastIndexOf('/') + 1 && name.length() - dot <= MAX_EXTENSION_LENGTH + 1;
        return ends ? name.substring(dot + 1).toLowerCase(Locale.ROOT) : "";
    }

    private static List<Total> largest(Map<String, Total> totals) {
        return totals.values().stream()
                .sorted(Comparator.comparingLong(Total::bytes)
                        .thenComparingLong(Total::files)
                        .reversed()
                        .thenComparing(Total::name))
                .limit(MAX_SHARES)
                .map(total -> new Total(PlainText.oneLine(total.name, MAX_NAME_LENGTH), total.files, total.bytes))
                .toList();
    }
}
