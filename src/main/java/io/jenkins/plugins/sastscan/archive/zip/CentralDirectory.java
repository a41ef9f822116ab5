package io.jenkins.plugins.sastscan.archive.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.zip.ZipFile;

/** Checks that the central directory of an archive fits into memory, because {@link ZipFile} keeps it there. */
public final class CentralDirectory {
    /** Maximum size in bytes, enough for about 500,000 files. */
    static final long MAX_BYTES = 64L << 20;

    /** Maximum number of bytes in one read, enough for an end record with the longest comment. */
    static final int BLOCK = 1 << 17;

    /** For a file in {@code META-INF/versions/999999999}, {@link ZipFile} of Java 25 allocates 999,999,999 bits. */
    private static final Pattern HIGH_VERSION = Pattern.compile("(?i)META-INF/versions/[0-9]{3}");

    private static final int HIGH_VERSION_LENGTH = "META-INF/versions/100".length();

    private static final int LOCAL_HEADER = 0x04034b50;
    private static final int CENTRAL_HEADER = 0x02014b50;
    private static final int CENTRAL_HEADER_LENGTH = 46;
    private static final int ZIP64_END = 0x06064b50;
    private static final int ZIP64_LOCATOR = 0x07064b50;
    private static final int END = 0x06054b50;
    private static final int END_LENGTH = 22;
    private static final int ZIP64_LOCATOR_LENGTH = 20;
    private static final int ZIP64_END_LENGTH = 56;

    private CentralDirectory() {}

    /**
     * Returns what is wrong with the archive and what to do, as a clause for a message. Returns null if nothing is
     * wrong, or if there is no end record. Finds the same end record as {@link ZipFile} (APPNOTE.TXT 6.3.10, sections
     * 4.3.14 to 4.3.16).
     */
    public static String problem(SeekableByteChannel archive) throws IOException {
        long size = archive.size();
        long start = Math.max(0, size - BLOCK);
        ByteBuffer block = read(archive, start, (int) (size - start));
        for (int i = block.capacity() - END_LENGTH; i >= 0; i--) {
            if (block.getInt(i) == END) {
                long end = start + i;
                long length = Integer.toUnsignedLong(block.getInt(i + 12));
                long directory = end - length;
                long first = directory - Integer.toUnsignedLong(block.getInt(i + 16));
                int comment = Short.toUnsignedInt(block.getShort(i + 20));
                // The comment of an archive can contain bytes that look like an end record. A record is real if it
                // ends at the end of the file, or if its offsets lead to headers.
                if (end + END_LENGTH + comment == size
                        || read(archive, directory, 4).getInt() == CENTRAL_HEADER
                                && read(archive, first, 4).getInt() == LOCAL_HEADER) {
                    return problem(archive, end, length);
                }
            }
        }
        return null;
    }

    private static String problem(SeekableByteChannel archive, long end, long declared) throws IOException {
        ByteBuffer locator = read(archive, end - ZIP64_LOCATOR_LENGTH, ZIP64_LOCATOR_LENGTH);
        long zip64 = locator.getLong(8);
        ByteBuffer record = read(archive, zip64, ZIP64_END_LENGTH);
        long bytes = declared == ZipRecords.MAX_32 ? record.getLong(40) : declared;
        if (bytes < 0 || bytes > MAX_BYTES) {
            return "has a central directory of more than " + (MAX_BYTES >> 20) + " MiB. Put fewer files into it";
        }
        // Java 17 allocates memory for this number of entries.
        long entries = record.getLong(32);
        boolean hasZip64 = locator.getInt(0) == ZIP64_LOCATOR && record.getInt(0) == ZIP64_END;
        if (hasZip64 && (entries < 0 || entries > bytes / CENTRAL_HEADER_LENGTH)) {
            return "is not a valid zip file (too many entries). Check the step that creates it";
        }
        // If ZipFile accepts a zip64 end record, the central directory ends where that record starts. Otherwise, the
        // central directory ends where the end record starts.
        for (long at = 0; at < bytes; at += BLOCK - HIGH_VERSION_LENGTH) {
            int length = (int) Math.min(BLOCK, bytes - at);
            if (hasHighVersion(archive, end - bytes + at, length)
                    || hasHighVersion(archive, zip64 - bytes + at, length)) {
                return "has files for version 100 or later of Java in META-INF/versions. Remove them";
            }
        }
        return null;
    }

    private static boolean hasHighVersion(SeekableByteChannel archive, long position, int length) throws IOException {
        long left = archive.size() - position;
        if (position < 0 || left <= 0) {
            return false;
        }
        byte[] names = read(archive, position, (int) Math.min(length, left)).array();
        return HIGH_VERSION
                .matcher(new String(names, StandardCharsets.ISO_8859_1))
                .find();
    }

    /** Returns zeros for positions outside the archive. */
    private static ByteBuffer read(SeekableByteChannel archive, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        if (position >= 0 && position < archive.size()) {
            archive.position(position);
            int got = 0;
            while (got >= 0 && bytes.hasRemaining()) {
                got = archive.read(bytes);
            }
        }
        return bytes.clear();
    }
}
