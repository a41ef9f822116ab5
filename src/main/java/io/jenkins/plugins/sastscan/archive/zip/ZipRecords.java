package io.jenkins.plugins.sastscan.archive.zip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Encodes the records of a zip file (APPNOTE.TXT 6.3.10, sections 4.3 to 4.5). All entries have the same mode and date,
 * so that archives are reproducible.
 */
final class ZipRecords {
    static final int LOCAL = 0x04034b50;
    static final int CENTRAL = 0x02014b50;
    static final int DESCRIPTOR = 0x08074b50;
    static final int END = 0x06054b50;
    static final int ZIP64_END = 0x06064b50;
    static final int ZIP64_LOCATOR = 0x07064b50;

    static final int STORED = 0;
    static final int DEFLATED = 8;
    /** This value and larger values are written to a zip64 field. */
    static final long MAX_32 = 0xFFFF_FFFFL;

    static final int HAS_DESCRIPTOR = 1 << 3;
    static final int NAME_IN_UTF_8 = 1 << 11;
    static final int STREAMED = NAME_IN_UTF_8 | HAS_DESCRIPTOR;

    static final int MAX_16 = 0xFFFF;
    private static final int VERSION = 20;
    private static final int VERSION_ZIP64 = 45;
    private static final int MADE_ON_UNIX = 3 << 8;
    private static final int MIDNIGHT_FIRST_OF_JANUARY_1980 = (1 << 5 | 1) << 16;
    private static final long REGULAR_FILE_0644 = 0100644L << 16;

    private ZipRecords() {}

    /**
     * @param name at most 65,535 bytes in UTF-8
     * @param flags {@link #NAME_IN_UTF_8}, or {@link #STREAMED} if a descriptor follows the content
     * @param method {@link #STORED} or {@link #DEFLATED}
     */
    record Entry(String name, int flags, int method, long crc, long size, long compressed) {}

    static byte[] localHeader(Entry entry, boolean zip64) {
        return zip64
                ? header(LOCAL, entry, MAX_32, MAX_32, 0, entry.size, entry.compressed)
                : header(LOCAL, entry, entry.compressed, entry.size, 0);
    }

    static byte[] centralHeader(Entry entry, long offset) {
        long[] wide = LongStream.of(entry.size, entry.compressed, offset)
                .filter(number -> number >= MAX_32)
                .toArray();
        return header(CENTRAL, entry, entry.compressed, entry.size, offset, wide);
    }

    /** @param wide the content of the zip64 field, which is omitted if there are no such numbers */
    private static byte[] header(int signature, Entry entry, long compressed, long size, long offset, long... wide) {
        byte[] name = entry.name.getBytes(StandardCharsets.UTF_8);
        int zip64 = wide.length == 0 ? 0 : 4 + 8 * wide.length;
        int version = zip64 == 0 ? VERSION : VERSION_ZIP64;
        ByteBuffer record = record(46 + name.length + zip64).putInt(signature);
        if (signature == CENTRAL) {
            put(record, 2, MADE_ON_UNIX | version);
        }
        put(record, 2, version, entry.flags, entry.method);
        put(record, 4, MIDNIGHT_FIRST_OF_JANUARY_1980, entry.crc, compressed, size);
        put(record, 2, name.length, zip64);
        if (signature == CENTRAL) {
            // Length of the comment, number of the disk with the entry, internal attributes.
            put(record, 2, 0, 0, 0);
            put(record, 4, REGULAR_FILE_0644, offset);
        }
        record.put(name);
        if (zip64 > 0) {
            put(record, 2, 1, zip64 - 4);
            put(record, 8, wide);
        }
        return bytes(record);
    }

    /** Follows the content of an entry whose size was unknown when the entry began. */
    static byte[] descriptor(Entry entry, boolean zip64) {
        ByteBuffer record = record(24);
        put(record, 4, DESCRIPTOR, entry.crc);
        put(record, zip64 ? 8 : 4, entry.compressed, entry.size);
        return bytes(record);
    }

    /** Returns the records that follow a central directory of {@code length} bytes at {@code offset}. */
    static byte[] end(long entries, long offset, long length) {
        ByteBuffer record = record(22 + 56 + 20);
        // The zeros are numbers of disks, and the length of the comment.
        if (entries >= MAX_16 || offset >= MAX_32 || length >= MAX_32) {
            record.putInt(ZIP64_END).putLong(56 - 12);
            put(record, 2, MADE_ON_UNIX | VERSION_ZIP64, VERSION_ZIP64);
            put(record, 8, 0, entries, entries, length, offset);
            record.putInt(ZIP64_LOCATOR).putInt(0).putLong(offset + length).putInt(1);
        }
        put(record, 4, END, 0);
        put(record, 2, entries, entries);
        put(record, 4, length, offset);
        put(record, 2, 0);
        return bytes(record);
    }

    private static ByteBuffer record(int most) {
        return ByteBuffer.allocate(most).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Appends numbers of 2, 4 or 8 bytes. For a number that is too large, appends the largest number, which means that
     * the number is in a zip64 field or record.
     */
    private static void put(ByteBuffer record, int bytes, long... numbers) {
        for (long number : numbers) {
            if (bytes == 8) {
                record.putLong(number);
            } else if (bytes == 4) {
                record.putInt((int) Math.min(MAX_32, number));
            } else {
                record.putShort((short) Math.min(MAX_16, number));
            }
        }
    }

    private static byte[] bytes(ByteBuffer record) {
        return Arrays.copyOf(record.array(), record.position());
    }
}
