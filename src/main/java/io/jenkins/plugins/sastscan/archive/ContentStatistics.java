package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.files.EntryName;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Statistics about the files in an archive.
 *
 * @param bytes total size of the files before compression
 * @param folders the {@value #MAX_SHARES} largest top-level folders; the name {@code ""} stands for files outside any
 *     folder
 * @param types the {@value #MAX_SHARES} file types with the most bytes. The name of a type is the lower-case extension;
 *     the name {@code ""} stands for files without an extension
 * @param likelySecrets number of files that probably contain a secret, judging by their names
 * @param likelySecretNames the first {@value SkippedFiles#MAX_NAMES} of these names, shortened and escaped to fit on
 *     one line
 */
public record ContentStatistics(
        long files,
        long bytes,
        List<Share> folders,
        List<Share> types,
        long namesInvalidOnWindows,
        long likelySecrets,
        List<String> likelySecretNames)
        implements Serializable {
    private static final long serialVersionUID = 1;

    public static final int MAX_SHARES = 10;

    /** Maximum length of the name of a folder or file type, in UTF-16 code units, before escaping. */
    private static final int MAX_NAME_LENGTH = 100;

    /** @throws IllegalArgumentException if the values, which may come from an agent, are impossible */
    public ContentStatistics {
        if (files < 0 || bytes < 0 || namesInvalidOnWindows < 0 || likelySecrets < 0) {
            throw new IllegalArgumentException("negative");
        }
        folders = folders.stream().limit(MAX_SHARES).toList();
        types = types.stream().limit(MAX_SHARES).toList();
        likelySecretNames = SkippedFiles.bounded(likelySecretNames);
    }

    /** The share of a folder or of a file type in an archive. The bytes are counted before compression. */
    public record Share(String name, long files, long bytes) implements Serializable {
        private static final long serialVersionUID = 1;

        public Share {
            if (files < 0 || bytes < 0) {
                throw new IllegalArgumentException("negative");
            }
            name = PlainText.oneLine(name, MAX_NAME_LENGTH);
        }
    }

    /**
     * Counts files, and computes the content digest that {@code docs/archive-reference.md} defines. The memory use is
     * limited, even for many files.
     */
    public static final class Counter {
        /** Maximum number of folders, and of file types. Further folders and types are not counted. */
        private static final int MAX_KEYS = 300;

        /** A file with a longer extension counts as a file without an extension. */
        private static final int MAX_EXTENSION_LENGTH = 16;

        private final MessageDigest digest = Checksums.newSha256();
        private final Map<String, long[]> folders = new HashMap<>();
        private final Map<String, long[]> types = new HashMap<>();
        private long files;
        private long bytes;
        private final List<String> likelySecretNames = new ArrayList<>();
        private long namesInvalidOnWindows;
        private long likelySecrets;

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

        public long bytes() {
            return bytes;
        }

        public ContentStatistics toStatistics() {
            return new ContentStatistics(
                    files,
                    bytes,
                    largest(folders),
                    largest(types),
                    namesInvalidOnWindows,
                    likelySecrets,
                    likelySecretNames);
        }

        /** Returns the content digest in lower-case hexadecimal. Call this method only once, after the last file. */
        public String digest() {
            return HexFormat.of().formatHex(digest.digest());
        }

        private static void add(Map<String, long[]> sums, String key, long size) {
            if (sums.size() < MAX_KEYS || sums.containsKey(key)) {
                long[] sum = sums.computeIfAbsent(key, any -> new long[2]);
                sum[0]++;
                sum[1] += size;
            }
        }

        private static String type(String name) {
            int dot = name.lastIndexOf('.');
            boolean ends = dot > name.lastIndexOf('/') + 1 && name.length() - dot <= MAX_EXTENSION_LENGTH + 1;
            return ends ? name.substring(dot + 1).toLowerCase(Locale.ROOT) : "";
        }

        private static List<Share> largest(Map<String, long[]> sums) {
            return sums.entrySet().stream()
                    .map(sum -> new Share(sum.getKey(), sum.getValue()[0], sum.getValue()[1]))
                    .sorted(Comparator.comparingLong(Share::bytes)
                            .thenComparingLong(Share::files)
                            .reversed()
                            .thenComparing(Share::name))
                    .toList();
        }
    }
}
