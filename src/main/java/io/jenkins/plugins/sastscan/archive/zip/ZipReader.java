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
 * one end record. So each entry begins where the one before it ends. {@code ZipFile} of the JDK is not used: it does not
 * show flags and positions, and what it accepts depends on the version of Java.
 */
public record ZipReader(Path path, SeekableByteChannel file) {
    private static final int END_LENGTH = 22;
    private static final int ZIP64_END_LENGTH = 56;
    private static final int LOCATOR_LENGTH = 20;
    private static final int ENCRYPTED = 1;
    private static final int ZIP64_FIELD = 1;
    /** The name of the entry in UTF-8, after a version and a checksum. Some programs prefer it to the other name. */
    private static final int NAME_FIELD = 0x7075;

    private static final int BEFORE_NAME = 5;

    /** A header in the central directory, or in front of the content of an entry that begins at a position. */
    public record Header(ByteBuffer encoded, int flags, int method, int crc, long size, long compressed, long at) {
        public boolean deflated() {
            return method == ZipRecords.DEFLATED;
        }

        private boolean has(int flag) {
            return (flags & flag) != 0;
        }

        private boolean agrees(Header local) {
            return local.encoded.equals(encoded)
                    && local.flags == flags
                    && local.method == method
                    && agrees(local.crc, crc)
                    && agrees(local.size, size)
                    && agrees(local.compressed, compressed);
        }

        /** A number that follows in a data descriptor can be 0 in front of the content. */
        private boolean agrees(long local, long central) {
            return local == central || local == 0 && has(ZipRecords.HAS_DESCRIPTOR);
        }
    }

    public interface Visitor {
        /** Called with the header in the directory, when the position of the file is at the content of the entry. */
        void visit(Header entry) throws IOException;
    }

    /**
     * Visits all entries.
     *
     * @throws ArchiveException if the file is not a zip file, or programs could see different entries in it
     */
    public void read(Visitor visitor) throws IOException {
        long end = findEnd();
        ByteBuffer record = read(end, END_LENGTH);
        long entries = record.getChar(10);
        long length = Integer.toUnsignedLong(record.getInt(12));
        long directory = Integer.toUnsignedLong(record.getInt(16));
        require(entries == record.getChar(8));
        if (end >= LOCATOR_LENGTH && read(end - LOCATOR_LENGTH, 4).getInt() == ZipRecords.ZIP64_LOCATOR) {
            end -= ZIP64_END_LENGTH + LOCATOR_LENGTH;
            ByteBuffer wide = read(end, ZIP64_END_LENGTH + LOCATOR_LENGTH);
            require(wide.getInt(0) == ZipRecords.ZIP64_END
                    && wide.getLong(4) == ZIP64_END_LENGTH - 12
                    && wide.getLong(24) == wide.getLong(32)
                    && wide.getLong(ZIP64_END_LENGTH + 8) == end);
            entries = wider(entries, ZipRecords.MAX_16, wide.getLong(32));
            length = wider(length, ZipRecords.MAX_32, wide.getLong(40));
            directory = wider(directory, ZipRecords.MAX_32, wide.getLong(48));
        }
        require(length >= 0 && directory + length == end);
        long next = directory;
        long contentEnd = 0;
        boolean descriptor = false;
        for (; next < end; entries--) {
            Header entry = header(next, ZipRecords.CENTRAL);
            next = file.position();
            requireGap(entry.at - contentEnd, descriptor);
            require(entry.agrees(header(entry.at, ZipRecords.LOCAL)));
            contentEnd = file.position() + entry.compressed;
            descriptor = entry.has(ZipRecords.HAS_DESCRIPTOR);
            visitor.visit(entry);
        }
        requireGap(directory - contentEnd, descriptor);
        require(next == end && entries == 0);
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
        byte[] bytes = new byte[entry.encoded.limit()];
        entry.encoded.get(0, bytes);
        String decoded = new String(bytes, StandardCharsets.UTF_8);
        boolean valid = Arrays.equals(decoded.getBytes(StandardCharsets.UTF_8), bytes);
        boolean flagged = entry.has(ZipRecords.NAME_IN_UTF_8);
        // Some programs end a name at a null character.
        require((valid || !flagged) && decoded.indexOf(0) < 0);
        String name = valid ? decoded : new String(bytes, StandardCharsets.ISO_8859_1);
        boolean separated = name.contains("/") || !flagged && !EntryName.isAscii(name);
        String path = separated ? name : name.replace('\\', '/');
        // Some programs take a folder with content for a file.
        require(entry.size == 0 || !path.endsWith("/"));
        return path;
    }

    /** @param why a clause, for example {@code is damaged. Create it again} */
    public ArchiveException invalid(String why) {
        return new ArchiveException("The archive " + path + " " + why + ".");
    }

    /** Finds the end record, which must be at the end of the file, perhaps with a comment. */
    private long findEnd() throws IOException {
        long from = Math.max(0, file.size() - END_LENGTH - ZipRecords.MAX_16);
        ByteBuffer tail = read(from, (int) (file.size() - from));
        int found = -1;
        for (int i = tail.limit() - END_LENGTH; i >= 0; i--) {
            if (tail.getInt(i) == ZipRecords.END) {
                // Some programs search from the end of the file, and others for the first record that ends there.
                require(found < 0 == (i + END_LENGTH + tail.getChar(i + 20) == tail.limit()));
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
        int flags = common.getChar(0);
        int method = common.getChar(2);
        if ((flags & ENCRYPTED) != 0) {
            throw invalid("contains an encrypted entry. Create it without a password");
        }
        if (method != ZipRecords.STORED && method != ZipRecords.DEFLATED) {
            throw invalid("contains an entry with an unsupported compression method. Use deflate");
        }
        int length = common.getChar(20) + common.getChar(22) + (central ? head.getChar(32) : 0);
        ByteBuffer rest = read(at + head.limit(), length);
        ByteBuffer name = rest.slice(0, common.getChar(20));
        ByteBuffer extra = rest.slice(name.limit(), common.getChar(22)).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer unicode = field(extra, NAME_FIELD);
        require(!unicode.hasRemaining()
                || unicode.position(Math.min(BEFORE_NAME, unicode.limit())).equals(name));
        ByteBuffer wide = field(extra, ZIP64_FIELD);
        long size = number(common.getInt(16), wide);
        long compressed = number(common.getInt(12), wide);
        long begin = central ? number(head.getInt(42), wide) : at;
        require(size >= 0 && compressed >= 0 && (method == ZipRecords.DEFLATED || size == compressed));
        return new Header(name, flags, method, common.getInt(8), size, compressed, begin);
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
        for (int at = 4, length; at <= extra.limit(); at += 4 + length) {
            length = Math.min(extra.getChar(at - 2), extra.limit() - at);
            if (extra.getChar(at - 4) == wanted) {
                require(!found.hasRemaining());
                found = extra.slice(at, length).order(ByteOrder.LITTLE_ENDIAN);
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
        require(position >= 0);
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        file.position(position);
        while (bytes.hasRemaining()) {
            require(file.read(bytes) >= 0);
        }
        return bytes.flip();
    }
}
