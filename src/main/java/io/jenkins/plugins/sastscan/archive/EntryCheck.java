package io.jenkins.plugins.sastscan.archive;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/**
 * Checks the entries of an existing archive, by all names that an entry has: in the central directory, in the local
 * header, and in an extra field of either (APPNOTE.TXT 6.3.10, sections 4.3.7 and 4.6.9). The names should be equal,
 * but tools differ in which one they use. A link, or an entry below a link, could make a tool write outside the target
 * directory. Use each instance for one archive.
 */
final class EntryCheck {
    /** No operating system accepts a longer target of a link, in bytes. */
    private static final int MAX_TARGET = 4_096;

    /** Stored, deflated, deflate64 and bzip2, which need no additional library. */
    private static final Set<Integer> METHODS = Set.of(0, 8, 9, 12);

    private static final int LOCAL_HEADER = 30;
    private static final int LENGTHS = 26;
    private static final int UNICODE_PATH = 0x7075;
    /** Bytes before the name in this extra field: a version and a checksum. */
    private static final int BEFORE_UNICODE_PATH = 5;
    /** Maps each byte to one character and keeps ASCII. */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;
    /** An odd number with well-distributed bits. */
    private static final long BASE = 0x9E37_79B9_7F4A_7C15L;

    private static final Pattern SEPARATORS = Pattern.compile("[/\\\\]+");

    private final ZipFile zip;
    private final SeekableByteChannel channel;
    /** Hashes of the paths of links, because an archive can have many long ones. */
    private final Set<Long> links = new HashSet<>();

    EntryCheck(ZipFile zip, SeekableByteChannel channel) throws IOException {
        this.zip = zip;
        this.channel = channel;
        for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
            // Names of links are not kept, but read again for each check, because they can be many and long.
            if (entry.isUnixSymlink()) {
                names(entry).stream()
                        .map(EntryCheck::paths)
                        .filter(paths -> paths.length > 0)
                        .forEach(paths -> links.add(paths[paths.length - 1]));
            }
        }
    }

    /** Explains why an entry is rejected, and what to do, as a clause for a message. Returns null if it is fine. */
    String problem(ZipArchiveEntry entry) throws IOException {
        List<String> names = names(entry);
        if (names.isEmpty()) {
            return "whose name extends beyond the end of the archive. Create it again";
        }
        if (!names.stream().allMatch(EntryName::staysInside)) {
            return "whose name leads outside the archive. Use relative names";
        }
        if (!links.isEmpty() && names.stream().anyMatch(this::isBelowLink)) {
            return "which is below a link. Include the files instead of links";
        }
        if (entry.getGeneralPurposeBit().usesEncryption()) {
            return "which is encrypted. Create it without a password";
        }
        if (!METHODS.contains(entry.getMethod()) || !zip.canReadEntryData(entry)) {
            return "which has an unsupported compression method. Use deflate";
        }
        if (entry.isUnixSymlink()) {
            String target = target(entry);
            if (!names.stream().allMatch(name -> staysInside(name, target))) {
                return "a link that leads outside the archive. Include the files instead of links";
            }
        }
        return null;
    }

    private boolean isBelowLink(String name) {
        long[] paths = paths(name);
        return Arrays.stream(paths).limit(Math.max(0, paths.length - 1)).anyMatch(links::contains);
    }

    /** Hashes each parent path of a name, and last the name itself. */
    private static long[] paths(String name) {
        List<String> segments = segments(name);
        long[] paths = new long[segments.size()];
        long path = 0;
        for (int i = 0; i < paths.length; i++) {
            // Some file systems ignore case.
            path = (path * BASE + '/') * BASE
                    + segments.get(i).toLowerCase(Locale.ROOT).hashCode();
            paths[i] = path;
        }
        return paths;
    }

    /**
     * Tells whether a link points inside the archive, regardless of other links in its target. Therefore no {@code ..} may
     * follow a name.
     */
    private static boolean staysInside(String name, String target) {
        if (target.isEmpty() || "/\\".indexOf(target.charAt(0)) >= 0 || target.indexOf(':') == 1) {
            return false;
        }
        int above = segments(name).size() - 1;
        boolean down = false;
        for (String segment : segments(target)) {
            boolean up = segment.equals("..");
            if (up && (down || above == 0)) {
                return false;
            }
            above -= up ? 1 : 0;
            down |= !up;
        }
        return true;
    }

    private static List<String> segments(String name) {
        return SEPARATORS
                .splitAsStream(name)
                .map(String::strip)
                .filter(segment -> !segment.isEmpty() && !segment.equals("."))
                .toList();
    }

    /** Returns the target of a link, or an empty text if it is too long. */
    private String target(ZipArchiveEntry link) throws IOException {
        try (InputStream content = zip.getInputStream(link)) {
            byte[] target = content.readNBytes(MAX_TARGET + 1);
            return target.length > MAX_TARGET ? "" : new String(target, StandardCharsets.UTF_8);
        }
    }

    /** Returns no names if the archive ends before they do. */
    private List<String> names(ZipArchiveEntry entry) throws IOException {
        try {
            channel.position(entry.getLocalHeaderOffset());
            ByteBuffer header = read(LOCAL_HEADER);
            int nameLength = Short.toUnsignedInt(header.getShort(LENGTHS));
            int extraLength = Short.toUnsignedInt(header.getShort(LENGTHS + Short.BYTES));
            ByteBuffer local = read(nameLength + extraLength);
            return Stream.of(
                            Stream.of(entry.getName(), new String(entry.getRawName(), BYTES)),
                            Stream.of(text(local, nameLength)),
                            unicodePaths(local),
                            unicodePaths(ByteBuffer.wrap(entry.getCentralDirectoryExtra())))
                    .flatMap(names -> names)
                    .toList();
        } catch (EOFException e) {
            return List.of();
        }
    }

    private static Stream<String> unicodePaths(ByteBuffer extra) {
        Stream.Builder<String> paths = Stream.builder();
        extra.order(ByteOrder.LITTLE_ENDIAN);
        while (extra.remaining() >= Integer.BYTES) {
            int kind = Short.toUnsignedInt(extra.getShort());
            int length = Math.min(Short.toUnsignedInt(extra.getShort()), extra.remaining());
            String content = text(extra, length);
            if (kind == UNICODE_PATH && length > BEFORE_UNICODE_PATH) {
                paths.add(content.substring(BEFORE_UNICODE_PATH));
            }
        }
        return paths.build();
    }

    private static String text(ByteBuffer bytes, int length) {
        byte[] text = new byte[length];
        bytes.get(text);
        return new String(text, BYTES);
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException();
            }
        }
        return bytes.flip();
    }
}
