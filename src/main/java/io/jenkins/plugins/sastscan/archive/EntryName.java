package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.File;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The name of a file in an archive. Java decodes file names with the charset of the locale. In a POSIX locale, all
 * characters except ASCII are lost. If the charset cannot decode a name, or is not UTF-8, this class decodes the bytes
 * on disk as UTF-8, and writes invalid bytes as {@code %} and two hexadecimal digits.
 */
public final class EntryName {
    /**
     * Maximum length of a path on Linux. The zip format allows 65,535 bytes, but such names in a deep tree would use
     * too much memory.
     */
    private static final int MAX_BYTES = 4_096;

    private static final char REPLACEMENT = '\uFFFD';
    /** Windows uses Unicode names in every locale. */
    private static final boolean LOCALE_IS_UNICODE = File.separatorChar == '\\'
            || StandardCharsets.UTF_8.name().equalsIgnoreCase(System.getProperty("sun.jnu.encoding"));

    /** Some tools ignore spaces around {@code ..}. */
    private static final Pattern PARENT = Pattern.compile("(^|[/\\\\]) *\\.\\. *([/\\\\]|\\z)");

    /** A character that Windows does not allow, a dot or space at the end of a name, or a device such as nul.txt. */
    private static final Pattern INVALID_ON_WINDOWS = Pattern.compile(
            "(?is)[\\x00-\\x1f<>:\"|?*\\\\]|(\\x20|[^/.]\\.|\\.\\.)(/|\\z)"
                    + "|(^|/)(con|prn|aux|nul|conin\\$|conout\\$|(com|lpt)[1-9\\u00b9\\u00b2\\u00b3])\\x20*(\\.[^/]*)?(/|\\z)");

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private EntryName() {}

    /** Converts a path of one segment to a name in an archive. */
    public static String of(Path last) {
        String name = last.toString();
        return faithful(name) ? name : decode(latin(last));
    }

    /** Converts a relative path to a name in an archive. */
    public static String ofAll(Path relative) {
        return StreamSupport.stream(relative.spliterator(), false)
                .map(EntryName::of)
                .collect(Collectors.joining("/"));
    }

    public static boolean isAscii(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length == name.length();
    }

    /** Tells whether the name can be converted back to the same path. */
    private static boolean faithful(String name) {
        return LOCALE_IS_UNICODE ? name.indexOf(REPLACEMENT) < 0 : isAscii(name);
    }

    /** Returns why a file with this name cannot be archived, or null if it can be archived. */
    public static SkipReason skipReason(String name) {
        if (!staysInside(name)) {
            return SkipReason.NAME_OUTSIDE;
        }
        // Nested links can make a name longer than any path on disk.
        return name.length() > MAX_BYTES / 3 && name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES
                ? SkipReason.UNREADABLE
                : null;
    }

    /** Tells whether a name is relative on every platform, and has no {@code ..} segment. */
    public static boolean staysInside(String name) {
        boolean absolute = name.isEmpty() || name.charAt(0) == '/' || name.charAt(0) == '\\' || name.indexOf(':') == 1;
        return !absolute && !(name.contains("..") && PARENT.matcher(name).find());
    }

    public static boolean validOnWindows(String name) {
        return !INVALID_ON_WINDOWS.matcher(name).find();
    }

    /** Java exposes the bytes of a name only in the URI of its path. */
    private static String latin(Path name) {
        String path = name.toUri().getRawPath();
        int end = path.endsWith("/") ? path.length() - 1 : path.length();
        String last = path.substring(path.lastIndexOf('/', end - 1) + 1, end);
        return URLDecoder.decode(last.replace("+", "%2B"), StandardCharsets.ISO_8859_1);
    }

    /** Decodes UTF-8. An invalid byte, for example FF, becomes {@code %FF}. */
    public static String decode(String latin) {
        if (isAscii(latin)) {
            return latin;
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(latin.getBytes(StandardCharsets.ISO_8859_1));
        CharBuffer out = CharBuffer.allocate(3 * latin.length());
        CoderResult result = decoder.decode(in, out, true);
        while (result.isError()) {
            for (int i = 0; i < result.length(); i++) {
                out.put("%" + HEX.toHexDigits(in.get()));
            }
            result = decoder.decode(in, out, true);
        }
        return out.flip().toString();
    }
}
