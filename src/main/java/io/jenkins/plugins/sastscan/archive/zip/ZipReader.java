package io.jenkins.plugins.sastscan.archive.zip;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.EntryName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the headers of a zip file (APPNOTE.TXT 6.3.10, sections 4.3 to 4.6), and checks that all programs see the same
 * entries in it. The file must consist of the entries, the central directory with the same entries in the same order, and
 * one end record. So each entry begins where the one before it ends. {@code ZipFile} of the JDK accepts files that other
 * programs read in another way.
 */
public final class ZipReader {
    private static final int END_LENGTH = 22;
    private static final int ZIP64_END_LENGTH = 56;
    private static final int LOCATOR_LENGTH = 20;
    private static final int MAX_16 = 0xFFFF;
    private static final int ENCRYPTED = 1;
    private static final int ZIP64_FIELD = 1;
    /** The name of the entry in UTF-8, after a version and a checksum. Some programs prefer it to the other name. */
    private static final int NAME_FIELD = 0x7075;

    private static final int BEFORE_NAME = 5;

    private final Path path;
    private final SeekableByteChannel file;
    private final long size;

    /**
     * A header in the central directory, or in front of the content of an entry.
     *
     * @param encoded the name, with one character for each byte
     * @param at the position of the entry in the file
     * @param end the position after this header
     */
    public record Header(
            String encoded, int flags, int method, int crc, long size, long compressed, long at, long end) {
        public boolean deflated() {
            return method == ZipRecords.DEFLATED;
        }
    }

    public interface Visitor {
        /** Called with the header in the directory, when the position of the file is at the content of the entry. */
        void visit(Header entry) throws IOException;
    }

    public ZipReader(Path path, SeekableByteChannel file) throws IOException {
        this.path = path;
        this.file = file;
        size = file.size();
    }

    /**
     * Visits all entries.
     *
     * @throws ArchiveException if the file is not a zip file, or programs could see different entries in it
     */
    public void read(Visitor visitor) throws IOException {
        long end = findEnd();
        ByteBuffer record = read(end, END_LENGTH);
        long entries = Short.toUnsignedLong(record.getShort(10));
        long length = Integer.toUnsignedLong(record.getInt(12));
        long directory = Integer.toUnsignedLong(record.getInt(16));
        require(entries == Short.toUnsignedLong(record.getShort(8)));
        if (end >= LOCATOR_LENGTH && read(end - LOCATOR_LENGTH, 4).getInt() == ZipRecords.ZIP64_LOCATOR) {
            end -= ZIP64_END_LENGTH + LOCATOR_LENGTH;
            ByteBuffer wide = read(end, ZIP64_END_LENGTH + LOCATOR_LENGTH);
            require(wide.getInt(0) == ZipRecords.ZIP64_END
                    && wide.getLong(4) == ZIP64_END_LENGTH - 12
                    && wide.getLong(24) == wide.getLong(32)
                    && wide.getLong(ZIP64_END_LENGTH + 8) == end);
            entries = wider(entries, MAX_16, wide.getLong(32));
            length = wider(length, ZipRecords.MAX_32, wide.getLong(40));
            directory = wider(directory, ZipRecords.MAX_32, wide.getLong(48));
        }
        require(length >= 0 && directory >= 0 && directory + length == end);
        long next = directory;
        long contentEnd = 0;
        boolean descriptor = false;
        for (long i = 0; i < entries; i++) {
            Header entry = header(next, ZipRecords.CENTRAL);
            requireGap(entry.at - contentEnd, descriptor);
            Header local = header(entry.at, ZipRecords.LOCAL);
            descriptor = (entry.flags & ZipRecords.HAS_DESCRIPTOR) != 0;
            require(local.encoded.equals(entry.encoded) && local.flags == entry.flags && local.method == entry.method);
            require(agrees(local.crc, entry.crc, descriptor)
                    && agrees(local.size, entry.size, descriptor)
                    && agrees(local.compressed, entry.compressed, descriptor));
            next = entry.end;
            contentEnd = local.end + entry.compressed;
            file.position(local.end);
            visitor.visit(entry);
        }
        requireGap(directory - contentEnd, descriptor);
        require(next == end);
    }

    /** A number that follows in a data descriptor can be 0 in front of the content. */
    private static boolean agrees(long local, long central, boolean descriptor) {
        return local == central || descriptor && local == 0;
    }

    /** A data descriptor has 4 or 8 bytes for each size, and perhaps a signature. */
    private void requireGap(long gap, boolean descriptor) throws ArchiveException {
        require(descriptor ? gap >= 12 && gap <= 24 && gap % 4 == 0 : gap == 0);
    }

    /**
     * Returns the name of an entry. Some tools on Windows separate folders with backslashes. In Shift-JIS, a letter can
     * contain such a byte.
     */
    public String name(Header entry) throws ArchiveException {
        byte[] bytes = entry.encoded.getBytes(StandardCharsets.ISO_8859_1);
        String decoded = new String(bytes, StandardCharsets.UTF_8);
        boolean valid = Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), bytes);
        boolean flagged = (entry.flags & ZipRecords.NAME_IN_UTF_8) != 0;
        require(valid || !flagged);
        String name = valid ? decoded : entry.encoded;
        boolean separated = name.contains("/") || !flagged && !EntryName.isAscii(entry.encoded);
        return separated ? name : name.replace('\\', '/');
    }

    /** @param why a clause, for example {@code is damaged. Create it again} */
    public ArchiveException invalid(String why) {
        return new ArchiveException("The archive " + path + " " + why + ".");
    }

    /** Finds the end record, which must be at the end of the file, perhaps with a comment. */
    private long findEnd() throws IOException {
        long from = Math.max(0, size - END_LENGTH - MAX_16);
        ByteBuffer tail = read(from, (int) (size - from));
        int found = -1;
        for (int i = tail.limit() - END_LENGTH; i >= 0; i--) {
            if (tail.getInt(i) == ZipRecords.END) {
                // Some programs search from the end of the file, and others for the first record that ends there.
                int end = i + END_LENGTH + Short.toUnsignedInt(tail.getShort(i + 20));
                require(found < 0 == (end == tail.limit()));
                found = Math.max(found, i);
            }
        }
        if (found < 0) {
            throw invalid("is not a valid zip file (no end record). Check the step that creates it");
        }
        return from + found;
    }

    private Header header(long at, int signature) throws IOException {
        boolean central = signature == ZipRecords.CENTRAL;
        ByteBuffer head = read(at, central ? 46 : 30);
        require(head.getInt(0) == signature);
        // From the flags to the length of the extra fields, both kinds of header are equal.
        ByteBuffer common = head.slice(central ? 8 : 6, 24).order(ByteOrder.LITTLE_ENDIAN);
        int method = common.getShort(2);
        if ((common.getShort(0) & ENCRYPTED) != 0) {
            throw invalid("contains an encrypted entry. Create it without a password");
        }
        if (method != ZipRecords.STORED && method != ZipRecords.DEFLATED) {
            throw invalid("contains an entry with an unsupported compression method. Use deflate");
        }
        ByteBuffer name = read(at + head.limit(), Short.toUnsignedInt(common.getShort(20)));
        ByteBuffer extra = read(at + head.limit() + name.limit(), Short.toUnsignedInt(common.getShort(22)));
        long end = at + head.limit() + name.limit() + extra.limit();
        ByteBuffer unicode = field(extra, NAME_FIELD);
        require(!unicode.hasRemaining()
                || unicode.limit() >= BEFORE_NAME
                        && unicode.position(BEFORE_NAME).equals(name));
        ByteBuffer wide = field(extra, ZIP64_FIELD);
        Header header = new Header(
                StandardCharsets.ISO_8859_1.decode(name).toString(),
                common.getShort(0),
                method,
                common.getInt(8),
                number(common.getInt(16), wide),
                number(common.getInt(12), wide),
                central ? number(head.getInt(42), wide) : at,
                central ? end + Short.toUnsignedInt(head.getShort(32)) : end);
        require(header.size >= 0 && header.compressed >= 0 && (header.deflated() || header.size == header.compressed));
        return header;
    }

    /** Returns the number of 64 bits that replaces the greatest number of fewer bits, or is equal to the number. */
    private long wider(long number, long greatest, long wide) throws ArchiveException {
        require(number == greatest || number == wide);
        return wide;
    }

    /** Returns the next number of a zip64 field instead of the greatest number of 32 bits. */
    private static long number(int number, ByteBuffer wide) {
        return number == -1 && wide.remaining() >= 8 ? wide.getLong() : Integer.toUnsignedLong(number);
    }

    /** Returns the content of the only such extra field; empty if there is none. */
    private ByteBuffer field(ByteBuffer extra, int wanted) throws ArchiveException {
        ByteBuffer found = ByteBuffer.allocate(0);
        for (int at = 0, length; at + 4 <= extra.limit(); at += 4 + length) {
            length = Math.min(Short.toUnsignedInt(extra.getShort(at + 2)), extra.limit() - at - 4);
            if (Short.toUnsignedInt(extra.getShort(at)) == wanted) {
                require(!found.hasRemaining());
                found = extra.slice(at + 4, length).order(ByteOrder.LITTLE_ENDIAN);
            }
        }
        return found;
    }

    private void require(boolean fine) throws ArchiveException {
        if (!fine) {
            throw invalid("has headers that contradict each other, or data outside its entries."
                    + " Programs could see different files in it; create it again");
        }
    }

    private ByteBuffer read(long position, int length) throws IOException {
        require(position >= 0 && position <= size - length);
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        file.position(position);
        while (bytes.hasRemaining()) {
            require(file.read(bytes) >= 0);
        }
        return bytes.flip();
    }
}
