package io.jenkins.plugins.sastscan.archive.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * Checks that all programs see the same entries in a zip file: there is one end record, entries follow each other without
 * gaps, and an entry has the same name in each place (APPNOTE.TXT 6.3.10, sections 4.3 to 4.6). Reads no content.
 * {@code ZipFile} of the JDK does not notice such contradictions.
 */
public final class ZipStructure {
    /** Maximum size of the central directory in bytes, because it is kept in memory. Enough for about 500,000 files. */
    static final int MAX_BYTES = 64 << 20;

    /** A zip file cannot be used. The message is a clause, for example {@code has an encrypted entry. Remove it}. */
    public static final class Problem extends IOException {
        private static final long serialVersionUID = 1;

        Problem(String clause) {
            super(clause);
        }
    }

    /** @param at the position of the entry in the file */
    public record Header(ByteBuffer head, byte[] encoded, ByteBuffer extra, long size, long compressed, long at) {
        public int crc() {
            return head.getInt(16);
        }

        private int flags() {
            return head.getShort(8);
        }

        public boolean deflated() {
            return head.getShort(10) == ZipRecords.DEFLATED;
        }

        /** Some tools on Windows separate folders with backslashes. In Shift-JIS, a letter can contain such a byte. */
        public String name() throws Problem {
            boolean utf8 = (flags() & ZipRecords.NAME_IN_UTF_8) != 0;
            try {
                String name = StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(encoded))
                        .toString();
                boolean separated = name.contains("/") || !utf8 && name.length() != encoded.length;
                return separated ? name : name.replace('\\', '/');
            } catch (CharacterCodingException e) {
                require(!utf8);
                return new String(encoded, StandardCharsets.ISO_8859_1);
            }
        }
    }

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
    private final ByteBuffer directory;
    /** The position of the central directory. */
    private final long start;

    private long left;
    private Header next;
    private long data;

    /** @throws Problem if the file is not a zip file, or another program could see other entries */
    public ZipStructure(SeekableByteChannel file) throws IOException {
        this.file = file;
        long end = findEnd();
        ByteBuffer record = read(end, END_LENGTH);
        long count = Short.toUnsignedLong(record.getShort(10));
        require(record.getShort(8) == record.getShort(10));
        long length = Integer.toUnsignedLong(record.getInt(12));
        long begin = Integer.toUnsignedLong(record.getInt(16));
        ByteBuffer locator = read(end - LOCATOR_LENGTH, LOCATOR_LENGTH);
        if (locator.getInt(0) == ZipRecords.ZIP64_LOCATOR) {
            long zip64 = locator.getLong(8);
            ByteBuffer wide = read(zip64, 56);
            require(wide.getInt(0) == ZipRecords.ZIP64_END && zip64 + 12 + wide.getLong(4) == end - LOCATOR_LENGTH);
            require(count == 0xFFFF || count == wide.getLong(32));
            require(wide.getLong(24) == wide.getLong(32));
            require(length == ZipRecords.MAX_32 || length == wide.getLong(40));
            require(begin == ZipRecords.MAX_32 || begin == wide.getLong(48));
            count = wide.getLong(32);
            length = wide.getLong(40);
            begin = wide.getLong(48);
            end = zip64;
        }
        if (length < 0 || length > MAX_BYTES) {
            throw new Problem(
                    "has a central directory of more than " + (MAX_BYTES >> 20) + " MiB. Put fewer files into it");
        }
        require(begin >= 0 && begin + length == end);
        start = begin;
        left = count;
        directory = read(start, (int) length);
        advance();
        require((next == null ? start : next.at) == 0);
    }

    /** Returns the next entry, or null. */
    public Header next() throws IOException {
        Header header = next;
        if (header != null) {
            advance();
            data = check(header, next == null ? start : next.at);
        }
        return header;
    }

    /** The position of the content of the entry that {@link #next} returned. */
    public long data() {
        return data;
    }

    private void advance() throws IOException {
        next = left-- == 0 ? null : header();
        require(next != null || !directory.hasRemaining());
    }

    /** Finds the end record, which must be at the end of the file, perhaps with a comment. */
    private long findEnd() throws IOException {
        long size = file.size();
        long from = Math.max(0, size - END_LENGTH - 0xFFFF);
        ByteBuffer tail = read(from, (int) (size - from));
        for (int i = tail.capacity() - END_LENGTH; i >= 0; i--) {
            if (tail.getInt(i) == ZipRecords.END) {
                require(from + i + END_LENGTH + Short.toUnsignedInt(tail.getShort(i + 20)) == size);
                return from + i;
            }
        }
        throw new Problem("is not a valid zip file (no end record). Check the step that creates it");
    }

    private Header header() throws IOException {
        ByteBuffer head = take(directory, CENTRAL_LENGTH);
        require(head.getInt(0) == ZipRecords.CENTRAL);
        byte[] name = take(directory, Short.toUnsignedInt(head.getShort(28))).array();
        ByteBuffer extra = take(directory, Short.toUnsignedInt(head.getShort(30)));
        take(directory, Short.toUnsignedInt(head.getShort(32)));
        ByteBuffer wide = field(extra, ZIP64_FIELD);
        long size = number(head.getInt(24), wide);
        long compressed = number(head.getInt(20), wide);
        long at = number(head.getInt(42), wide);
        int method = head.getShort(10);
        if ((head.getShort(8) & ENCRYPTED) != 0) {
            throw new Problem("contains an encrypted entry. Create it without a password");
        }
        if (method != ZipRecords.STORED && method != ZipRecords.DEFLATED) {
            throw new Problem("contains an entry with an unsupported compression method. Use deflate");
        }
        require(size >= 0 && compressed >= 0 && (method == ZipRecords.DEFLATED || size == compressed));
        return new Header(head, name, extra, size, compressed, at);
    }

    /** Requires that the entry ends where the next entry begins. */
    private long check(Header entry, long end) throws IOException {
        ByteBuffer local = read(entry.at, LOCAL_LENGTH);
        byte[] name = entry.encoded;
        long content = entry.at + LOCAL_LENGTH + name.length;
        require(local.getInt(0) == ZipRecords.LOCAL
                && local.getInt(6) == entry.head.getInt(8)
                && Short.toUnsignedInt(local.getShort(26)) == name.length
                && Arrays.equals(read(entry.at + LOCAL_LENGTH, name.length).array(), name));
        ByteBuffer extra = read(content, Short.toUnsignedInt(local.getShort(28)));
        require(agrees(entry.extra, name) && agrees(extra, name));
        content += extra.capacity();
        long rest = end - content - entry.compressed;
        if ((entry.flags() & ZipRecords.HAS_DESCRIPTOR) != 0) {
            // A data descriptor has 4 or 8 bytes for each size, and perhaps a signature.
            require(rest >= 12 && rest <= 24 && rest % 4 == 0);
        } else {
            ByteBuffer wide = field(extra, ZIP64_FIELD);
            number(local.getInt(22), wide);
            require(number(local.getInt(18), wide) == entry.compressed && rest == 0);
        }
        return content;
    }

    /** Returns the next number of a zip64 field instead of the greatest number of 32 bits. */
    private static long number(int number, ByteBuffer wide) {
        return number == -1 && wide.remaining() >= 8 ? wide.getLong() : Integer.toUnsignedLong(number);
    }

    /** Returns the content of the only such extra field; empty if there is none. */
    private static ByteBuffer field(ByteBuffer extra, int wanted) throws Problem {
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
    private static boolean agrees(ByteBuffer extra, byte[] name) throws Problem {
        ByteBuffer field = field(extra, NAME_FIELD);
        CRC32 crc = new CRC32();
        crc.update(name);
        return field.remaining() < BEFORE_NAME
                || field.getInt(1) == (int) crc.getValue()
                        && field.position(BEFORE_NAME).equals(ByteBuffer.wrap(name));
    }

    private static void require(boolean fine) throws Problem {
        if (!fine) {
            throw new Problem("has headers that contradict each other, or data outside its entries."
                    + " Programs could see different files in it; create it again");
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
