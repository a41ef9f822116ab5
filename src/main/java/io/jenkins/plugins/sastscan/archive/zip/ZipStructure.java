package io.jenkins.plugins.sastscan.archive.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Checks that all programs see the same entries in a zip file: there is one end record, entries follow each other without
 * gaps, and an entry has the same name in each place (APPNOTE.TXT 6.3.10, sections 4.3 to 4.6). Reads no content.
 */
public final class ZipStructure {
    /** Maximum size of the central directory in bytes, because it is kept in memory. Enough for about 500,000 files. */
    static final long MAX_BYTES = 64L << 20;

    /** A zip file cannot be used. The message is a clause, for example {@code has an encrypted entry. Remove it}. */
    public static final class Problem extends IOException {
        private static final long serialVersionUID = 1;

        Problem(String clause) {
            super(clause);
        }
    }

    /**
     * @param text true if the name is UTF-8 or ASCII, so that each backslash in it is a character of its own
     * @param data the position of the content
     */
    public record Entry(String name, boolean text, long size, boolean deflated, long data, long compressed) {}

    private static final String AMBIGUOUS = "Programs could see different files in it; create it again";

    private static final int LOCAL_LENGTH = 30;
    private static final int CENTRAL_LENGTH = 46;
    private static final int END_LENGTH = 22;
    private static final int LOCATOR_LENGTH = 20;
    private static final int ENCRYPTED = 1;
    private static final int ZIP64_FIELD = 1;
    /** The name of the entry in UTF-8, after a version and a checksum. */
    private static final int NAME_FIELD = 0x7075;

    private static final int BEFORE_NAME = 5;

    private final SeekableByteChannel file;

    private ZipStructure(SeekableByteChannel file) {
        this.file = file;
    }

    /**
     * Returns the entries in the order of the central directory.
     *
     * @throws Problem if the file is not a zip file, or another program could see other entries
     */
    public static List<Entry> entries(SeekableByteChannel file) throws IOException {
        return new ZipStructure(file).entries();
    }

    private List<Entry> entries() throws IOException {
        long end = findEnd();
        ByteBuffer record = read(end, END_LENGTH);
        long count = Short.toUnsignedLong(record.getShort(10));
        require(record.getShort(8) == record.getShort(10));
        long length = Integer.toUnsignedLong(record.getInt(12));
        long start = Integer.toUnsignedLong(record.getInt(16));
        ByteBuffer locator = read(end - LOCATOR_LENGTH, LOCATOR_LENGTH);
        if (locator.getInt(0) == ZipRecords.ZIP64_LOCATOR) {
            long zip64 = locator.getLong(8);
            ByteBuffer wide = read(zip64, 56);
            require(wide.getInt(0) == ZipRecords.ZIP64_END && zip64 + 12 + wide.getLong(4) == end - LOCATOR_LENGTH);
            require(count == 0xFFFF || count == wide.getLong(32));
            require(wide.getLong(24) == wide.getLong(32));
            require(length == ZipRecords.MAX_32 || length == wide.getLong(40));
            require(start == ZipRecords.MAX_32 || start == wide.getLong(48));
            count = wide.getLong(32);
            length = wide.getLong(40);
            start = wide.getLong(48);
            end = zip64;
        }
        if (length < 0 || length > MAX_BYTES) {
            throw new Problem(
                    "has a central directory of more than " + (MAX_BYTES >> 20) + " MiB. Put fewer files into it");
        }
        require(start >= 0 && start + length == end);
        ByteBuffer directory = read(start, (int) length);
        List<Entry> entries = new ArrayList<>();
        long position = 0;
        for (long left = count; left > 0; left--) {
            position = check(directory, position, left > 1 ? -1 : start, entries);
        }
        require(position == start && !directory.hasRemaining());
        return entries;
    }

    /** Finds the end record, which must be at the end of the file, perhaps with a comment. */
    private long findEnd() throws IOException {
        long size = file.size();
        long start = Math.max(0, size - END_LENGTH - 0xFFFF);
        ByteBuffer tail = read(start, (int) (size - start));
        for (int i = tail.capacity() - END_LENGTH; i >= 0; i--) {
            if (tail.getInt(i) == ZipRecords.END) {
                require(start + i + END_LENGTH + Short.toUnsignedInt(tail.getShort(i + 20)) == size);
                return start + i;
            }
        }
        throw new Problem("is not a valid zip file (no end record). Check the step that creates it");
    }

    /**
     * Checks the next entry of the central directory.
     *
     * @param position the position after the previous entry
     * @param next the position of the central directory after the last entry; otherwise -1
     * @return the position after the entry
     */
    private long check(ByteBuffer directory, long position, long next, List<Entry> entries) throws IOException {
        ByteBuffer head = take(directory, CENTRAL_LENGTH);
        require(head.getInt(0) == ZipRecords.CENTRAL);
        int flags = head.getShort(8);
        int method = head.getShort(10);
        byte[] name = take(directory, Short.toUnsignedInt(head.getShort(28))).array();
        ByteBuffer extra = take(directory, Short.toUnsignedInt(head.getShort(30)));
        take(directory, Short.toUnsignedInt(head.getShort(32)));
        ByteBuffer wide = field(extra, ZIP64_FIELD);
        long size = number(head.getInt(24), wide);
        long compressed = number(head.getInt(20), wide);
        long offset = number(head.getInt(42), wide);
        if ((flags & ENCRYPTED) != 0) {
            throw new Problem("contains an encrypted entry. Create it without a password");
        }
        if (method != ZipRecords.STORED && method != ZipRecords.DEFLATED) {
            throw new Problem("contains an entry with an unsupported compression method. Use deflate");
        }
        require(offset == position && size >= 0 && compressed >= 0);
        ByteBuffer local = read(offset, LOCAL_LENGTH);
        int localExtra = Short.toUnsignedInt(local.getShort(28));
        long data = offset + LOCAL_LENGTH + name.length;
        require(local.getInt(0) == ZipRecords.LOCAL
                && local.getShort(6) == flags
                && local.getShort(8) == method
                && Short.toUnsignedInt(local.getShort(26)) == name.length
                && Arrays.equals(read(offset + LOCAL_LENGTH, name.length).array(), name));
        ByteBuffer more = read(data, localExtra);
        require(agrees(extra, name) && agrees(more, name));
        data += localExtra;
        long after = data + compressed;
        require(method == ZipRecords.DEFLATED || size == compressed);
        if ((flags & ZipRecords.HAS_DESCRIPTOR) != 0) {
            after += descriptorLength(after, next);
        } else {
            ByteBuffer localWide = field(more, ZIP64_FIELD);
            number(local.getInt(22), localWide);
            require(number(local.getInt(18), localWide) == compressed);
        }
        require(after > position && after <= file.size());
        entries.add(entry(name, flags, size, method == ZipRecords.DEFLATED, data, compressed));
        return after;
    }

    private static Entry entry(byte[] name, int flags, long size, boolean deflated, long data, long compressed)
            throws Problem {
        boolean utf8 = (flags & ZipRecords.NAME_IN_UTF_8) != 0;
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString();
            return new Entry(text, utf8 || text.length() == name.length, size, deflated, data, compressed);
        } catch (CharacterCodingException e) {
            require(!utf8);
            String text = new String(name, StandardCharsets.ISO_8859_1);
            return new Entry(text, false, size, deflated, data, compressed);
        }
    }

    /** Returns the next number of a zip64 field instead of the greatest number of 32 bits. */
    private static long number(int number, ByteBuffer wide) {
        return number == -1 && wide.remaining() >= 8 ? wide.getLong() : Integer.toUnsignedLong(number);
    }

    /** Returns the content of the only such extra field; empty if there is none. */
    private static ByteBuffer field(ByteBuffer extra, int wanted) throws IOException {
        ByteBuffer rest = extra.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer found = null;
        while (rest.remaining() >= 4) {
            int id = Short.toUnsignedInt(rest.getShort());
            ByteBuffer field = take(rest, Math.min(Short.toUnsignedInt(rest.getShort()), rest.remaining()));
            if (id == wanted) {
                require(found == null);
                found = field;
            }
        }
        return found == null ? ByteBuffer.allocate(0) : found;
    }

    /** Tells whether all programs use this name. Some prefer the field for a name to the header. */
    private static boolean agrees(ByteBuffer extra, byte[] name) throws IOException {
        ByteBuffer field = field(extra, NAME_FIELD);
        CRC32 crc = new CRC32();
        crc.update(name);
        return field.remaining() < BEFORE_NAME
                || field.getInt(1) == (int) crc.getValue()
                        && field.position(BEFORE_NAME).equals(ByteBuffer.wrap(name));
    }

    /** A data descriptor has 4 or 8 bytes for each size, and perhaps a signature. A header follows. */
    private long descriptorLength(long at, long next) throws IOException {
        for (int length : new int[] {16, 24, 12, 20}) {
            if (next < 0 ? read(at + length, 4).getInt(0) == ZipRecords.LOCAL : at + length == next) {
                return length;
            }
        }
        throw new Problem("has data between its entries. " + AMBIGUOUS);
    }

    private static void require(boolean fine) throws Problem {
        if (!fine) {
            throw new Problem("has headers that contradict each other, or data outside its entries. " + AMBIGUOUS);
        }
    }

    private static ByteBuffer take(ByteBuffer from, int length) throws Problem {
        require(from.remaining() >= length);
        byte[] bytes = new byte[length];
        from.get(bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns zeros for positions outside the file. */
    private ByteBuffer read(long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        if (position >= 0 && position < file.size()) {
            file.position(position);
            int got = 0;
            while (got >= 0 && bytes.hasRemaining()) {
                got = file.read(bytes);
            }
        }
        return bytes.clear();
    }
}
