package io.jenkins.plugins.sastscan.archive.files;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.text.Normalizer;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Finds files that get lost when an archive is unpacked on Windows or macOS: their names fall together with others, or
 * their paths are too long. Remembers 16 to 32 bytes for each name.
 */
public final class PortableNames {
    /** Windows, unless it is configured otherwise, allows 259 characters. */
    private static final int MAX_LENGTH = 259;

    private static final Pattern CUT_ON_WINDOWS = Pattern.compile("[. ]++(?=/|$)");

    /** Hashes of 64 bits, so two different names practically never have the same one. 0 is a free place. */
    private long[] seen = new long[1 << 10];

    private int count;
    private String folder = "";

    /** Returns what happens to a file on some systems, or null. Call this method once for each file of an archive. */
    public SkipReason problem(String name) {
        String same = folded(name);
        boolean clash = !add(same) || contains(same + "/");
        String above = same.substring(0, same.lastIndexOf('/') + 1);
        if (!above.equals(folder)) {
            folder = above;
            for (int end = above.indexOf('/'); end >= 0; end = above.indexOf('/', end + 1)) {
                add(above.substring(0, end + 1));
                clash |= contains(above.substring(0, end));
            }
        }
        return clash ? SkipReason.SAME_NAME : name.length() > MAX_LENGTH ? SkipReason.LONG_NAME : null;
    }

    private static String folded(String name) {
        String plain = name.chars().allMatch(unit -> unit < 0x80)
                ? name
                : Normalizer.normalize(name, Normalizer.Form.NFC).toUpperCase(Locale.ROOT);
        String lower = plain.toLowerCase(Locale.ROOT);
        boolean cut = lower.endsWith(".") || lower.endsWith(" ") || lower.contains("./") || lower.contains(" /");
        return cut ? CUT_ON_WINDOWS.matcher(lower).replaceAll("") : lower;
    }

    private boolean add(String name) {
        if (count > seen.length / 2) {
            long[] old = seen;
            seen = new long[2 * old.length];
            for (long hash : old) {
                if (hash != 0) {
                    seen[place(hash)] = hash;
                }
            }
        }
        long hash = hash(name);
        int place = place(hash);
        boolean added = seen[place] == 0;
        seen[place] = hash;
        count += added ? 1 : 0;
        return added;
    }

    private boolean contains(String name) {
        return seen[place(hash(name))] != 0;
    }

    /** Returns where a hash is, or where it can be added. */
    private int place(long hash) {
        int place = (int) (hash >>> 20) & (seen.length - 1);
        while (seen[place] != 0 && seen[place] != hash) {
            place = (place + 1) & (seen.length - 1);
        }
        return place;
    }

    private static long hash(String name) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
        }
        hash ^= hash >>> 32;
        return hash == 0 ? 1 : hash;
    }
}
