package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds files that get lost when an archive is unpacked on Windows or macOS: their names fall together with others, or
 * their paths are too long. Remembers about 64 bytes for each of at most {@value #MAX_NAMES} files, and as many
 * folders.
 */
public final class PortableNames {
    /** Windows, unless it is configured otherwise, allows 259 characters. */
    private static final int MAX_LENGTH = 259;

    private static final int MAX_NAMES = 2_000_000;

    private static final Pattern CUT_ON_WINDOWS = Pattern.compile("(?<![. ])[. ]++(?=/|$)");

    /** 64 bits, so two different names practically never have the same hash. */
    private static final long SEED = 0xCBF29CE484222325L;

    private final Set<Long> files = new HashSet<>();
    private final Set<Long> folders = new HashSet<>();
    /** The folder of the last file, with a trailing slash. */
    private String folder = "";

    private long folderHash = SEED;
    private boolean folderClashes;

    /** Returns what happens to a file on some systems, or null. Call this method once for each file of an archive. */
    public SkipReason problem(String name) {
        int end = name.lastIndexOf('/') + 1;
        if (end != folder.length() || !name.startsWith(folder)) {
            enter(name.substring(0, end));
        }
        long hash = folderHash;
        for (char unit : folded(name.substring(end)).toCharArray()) {
            hash = next(hash, unit);
        }
        boolean clash = !remember(files, hash) || folderClashes || folders.contains(hash);
        return clash ? SkipReason.SAME_NAME : name.length() > MAX_LENGTH ? SkipReason.LONG_NAME : null;
    }

    private void enter(String path) {
        folder = path;
        folderHash = SEED;
        folderClashes = false;
        for (char unit : folded(path).toCharArray()) {
            if (unit == '/') {
                folderClashes |= files.contains(folderHash);
                remember(folders, folderHash);
            }
            folderHash = next(folderHash, unit);
        }
    }

    private static long next(long hash, char unit) {
        return (hash ^ unit) * 0x100000001B3L;
    }

    /** Returns false if the name is known. */
    private static boolean remember(Set<Long> names, long hash) {
        return names.size() < MAX_NAMES ? names.add(hash) : !names.contains(hash);
    }

    private static String folded(String name) {
        String plain = EntryName.isAscii(name)
                ? name
                : Normalizer.normalize(name, Normalizer.Form.NFC).toUpperCase(Locale.ROOT);
        String lower = plain.toLowerCase(Locale.ROOT);
        boolean cut = lower.endsWith(".") || lower.endsWith(" ") || lower.contains("./") || lower.contains(" /");
        return cut ? CUT_ON_WINDOWS.matcher(lower).replaceAll("") : lower;
    }
}
