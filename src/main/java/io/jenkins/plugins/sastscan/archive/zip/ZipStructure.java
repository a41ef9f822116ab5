package io.jenkins.plugins.sastscan.archive.zip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

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

    /** @param text true if the name is UTF-8 or ASCII, so that each backslash in it is a character of its own */
    public record Entry(String name, boolean text, long size) {}

    public interface Visitor {
        void visit(Entry entry) throws IOException;
    }

    private static final String AMBIGUOUS = "Programs could see different files in it; create it again";
    private static final String UNREADABLE = "Check the step that creates it";

    /** For a file in {@code META-INF/versions/999999999}, Java 25 allocates 999,999,999 bits. */
    private static final Pattern HIGH_VERSION = Pattern.compile("(?i)META-INF/versions/[0-9]{3}.*", Pattern.DOTALL);

    private static final int LOCAL = 0x04034b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int ZIP64_END = 0x06064b50;
    private static final int ZIP64_LOCATOR = 0x07064b50;
    private static final int END = 0x06054b50;
    private static final int LOCAL_LENGTH = 30;
    private static final int CENTRAL_LENGTH = 46;
    private static final int END_LENGTH = 22;
    private static final int ZIP64_END_LENGTH = 56;
    private static final int ZIP64_LOCATOR_LENGTH = 20;
    private static final int ENCRYPTED = 1;
    private static final int DESCRIPTOR = 1 << 3;
    private static final int UTF_8 = 1 << 11;

    private final SeekableByteChannel file;

    private ZipStructure(SeekableByteChannel file) {
        this.file = file;
    }

    /**
     * @param visitor receives the entries in the order of the central directory
     * @throws Problem if the file is not a zip file, or another program could see other entries
     */
    public static void check(SeekableByteChannel file, Visitor visitor) throws IOException {
        new ZipStructure(file).check(visitor);
    }

    private void check(Visitor visitor) throws IOException {
        long end = findEnd();
        ByteBuffer record = read(end, END_LENGTH);
        long entries = Short.toUnsignedLong(record.getShort(10));
        long length = Integer.toUnsignedLong(record.getInt(12));
        long start = Integer.toUnsignedLong(record.getInt(16));
        ByteBuffer locator = read(end - ZIP64_LOCATOR_LENGTH, ZIP64_LOCATOR_LENGTH);
        if (locator.getInt(0) == ZIP64_LOCATOR) {
            long zip64 = locator.getLong(8);
            ByteBuffer wide = read(zip64, ZIP64_END_LENGTH);
            require(wide.getInt(0) == ZIP64_END && zip64 + 12 + wide.getLong(4) == end - ZIP64_LOCATOR_LENGTH);
            require(entries == 0xFFFF || entries == wide.getLong(32));
            require(length == ZipRecords.MAX_32 || length == wide.getLong(40));
            require(start == ZipRecords.MAX_32 || start == wide.getLong(48));
            entries = wide.getLong(32);
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
        long position = 0;
        for (long left = entries; left > 0; left--) {
            position = check(directory, position, left > 1 ? -1 : start, visitor);
        }
        require(position == start && !directory.hasRemaining());
    }

    /** Finds the end record, which must be at the end of the file, perhaps with a comment. */
    private long findEnd() throws IOException {
        long size = file.size();
        long start = Math.max(0, size - END_LENGTH - 0xFFFF);
        ByteBuffer tail = read(start, (int) (size - start));
        for (int i = tail.capacity() - END_LENGTH; i >= 0; i--) {
            if (tail.getInt(i) == END) {
                require(start + i + END_LENGTH + Short.toUnsignedInt(tail.getShort(i + 20)) == size);
                return start + i;
            }
        }
        throw new Problem("is not a valid zip file (no end record). " + UNREADABLE);
    }

    /**
     * Checks the next entry of the central directory.
     *
     * @param position the position after the previous entry
     * @return the position after the entry
     */
    private long check(ByteBuffer directory, long position, long next, Visitor visitor) throws IOException {
        require(directory.remaining() >= CENTRAL_LENGTH && directory.getInt(directory.position()) == CENTRAL);
        ByteBuffer head = ExtraFields.slice(directory, CENTRAL_LENGTH);
        int flags = head.getShort(8);
        int nameLength = Short.toUnsignedInt(head.getShort(28));
        int extraLength = Short.toUnsignedInt(head.getShort(30));
        int commentLength = Short.toUnsignedInt(head.getShort(32));
        require(directory.remaining() >= nameLength + extraLength + commentLength);
        byte[] name = ExtraFields.bytes(ExtraFields.slice(directory, nameLength));
        ExtraFields extra = new ExtraFields(ExtraFields.slice(directory, extraLength));
        ExtraFields.slice(directory, commentLength);
        long compressed = Integer.toUnsignedLong(head.getInt(20));
        long size = Integer.toUnsignedLong(head.getInt(24));
        long offset = Integer.toUnsignedLong(head.getInt(42));
        ByteBuffer wide = extra.field(ExtraFields.ZIP64);
        if (size == ZipRecords.MAX_32 && wide.remaining() >= 8) {
            size = wide.getLong();
        }
        if (compressed == ZipRecords.MAX_32 && wide.remaining() >= 8) {
            compressed = wide.getLong();
        }
        if (offset == ZipRecords.MAX_32 && wide.remaining() >= 8) {
            offset = wide.getLong();
        }
        if ((flags & ENCRYPTED) != 0) {
            throw new Problem("contains an encrypted entry. Create it without a password");
        }
        int method = head.getShort(10);
        if (method != ZipRecords.STORED && method != ZipRecords.DEFLATED) {
            throw new Problem("contains an entry with an unsupported compression method. Use deflate");
        }
        require(extra.agreeOn(name));
        require(offset == position && size >= 0 && compressed >= 0);
        ByteBuffer local = read(offset, LOCAL_LENGTH + nameLength);
        int localExtra = Short.toUnsignedInt(local.getShort(28));
        require(local.getInt(0) == LOCAL
                && local.getShort(6) == flags
                && local.getShort(8) == method
                && Short.toUnsignedInt(local.getShort(26)) == nameLength
                && Arrays.equals(ExtraFields.bytes(local.slice(LOCAL_LENGTH, nameLength)), name));
        long data = offset + LOCAL_LENGTH + nameLength;
        require(new ExtraFields(read(data, localExtra)).agreeOn(name));
        long after = data + localExtra + compressed;
        if ((flags & DESCRIPTOR) != 0) {
            after += descriptorLength(after, next);
        } else {
            int localCompressed = local.getInt(18);
            require(localCompressed == head.getInt(20) || localCompressed == -1);
        }
        require(after > position && after <= file.size());
        visitor.visit(entry(name, flags, size));
        return after;
    }

    private static Entry entry(byte[] name, int flags, long size) throws Problem {
        boolean ascii = true;
        for (byte each : name) {
            ascii &= each >= 0;
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString();
        } catch (CharacterCodingException e) {
            require((flags & UTF_8) == 0);
            text = new String(name, StandardCharsets.ISO_8859_1);
        }
        if (HIGH_VERSION.matcher(text).matches()) {
            throw new Problem("has files for version 100 or later of Java in META-INF/versions. Remove them");
        }
        return new Entry(text, ascii || (flags & UTF_8) != 0, size);
    }

    /** A data descriptor has 4 or 8 bytes for each size, and perhaps a signature. A header follows. */
    private long descriptorLength(long at, long next) throws IOException {
        for (int length : new int[] {16, 24, 12, 20}) {
            if (next < 0 ? read(at + length, 4).getInt(0) == LOCAL : at + length == next) {
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
