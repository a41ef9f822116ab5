package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds files that get lost when an archive is unpacked on Windows or macOS: their names fall together with others, or
 * their paths are too long. Remembers about 64 bytes for each name.
 */
public final class PortableNames {
    /** Windows, unless it is configured otherwise, allows 259 characters. */
    private static final int MAX_LENGTH = 259;

    private static final Pattern CUT_ON_WINDOWS = Pattern.compile("(?<![. ])[. ]++(?=/|$)");

    private final Set<Long> seen = new HashSet<>();
    private String folder = "";

    /** Returns what happens to a file on some systems, or null. Call this method once for each file of an archive. */
    public SkipReason problem(String name) {
        String same = folded(name);
        boolean clash = !seen.add(hash(same)) || seen.contains(hash(same + "/"));
        String above = same.substring(0, same.lastIndexOf('/') + 1);
        if (!above.equals(folder)) {
            folder = above;
            for (int end = above.indexOf('/'); end >= 0; end = above.indexOf('/', end + 1)) {
                seen.add(hash(above.substring(0, end + 1)));
                clash |= seen.contains(hash(above.substring(0, end)));
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

    /** 64 bits, so two different names practically never have the same hash. */
    private static long hash(String name) {
        long hash = 0xCBF29CE484222325L;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * 0x100000001B3L;
        }
        return hash;
    }
}
