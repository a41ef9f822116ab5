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

    private static final int MAX_16 = 0xFFFF;
    private static final short VERSION = 20;
    private static final short VERSION_ZIP64 = 45;
    private static final short MADE_ON_UNIX = 3 << 8;
    private static final int MIDNIGHT_FIRST_OF_JANUARY_1980 = (1 << 5 | 1) << 16;
    private static final int REGULAR_FILE_0644 = 0100644 << 16;

    private ZipRecords() {}

    /**
     * @param name at most 65,535 bytes in UTF-8
     * @param method {@link #STORED} or {@link #DEFLATED}
     */
    record Entry(String name, int flags, int method, long crc, long size, long compressed) {
        Entry(String name, int method, long crc, long size, long compressed) {
            this(name, NAME_IN_UTF_8, method, crc, size, compressed);
        }
    }

    static byte[] localHeader(Entry entry, boolean zip64) {
        ByteBuffer record = record(30 + 20 + 3 * entry.name.length()).putInt(LOCAL);
        putCommon(record, entry, zip64, zip64 ? MAX_32 : entry.compressed, zip64 ? MAX_32 : entry.size);
        byte[] name = entry.name.getBytes(StandardCharsets.UTF_8);
        record.putShort((short) name.length).putShort((short) (zip64 ? 20 : 0)).put(name);
        if (zip64) {
            putZip64(record, entry.size, entry.compressed);
        }
        return bytes(record);
    }

    /** Follows the content of an entry whose size was unknown when the entry began. */
    static byte[] descriptor(Entry entry, boolean zip64) {
        ByteBuffer record = record(24).putInt(DESCRIPTOR).putInt((int) entry.crc);
        return bytes(
                zip64
                        ? record.putLong(entry.compressed).putLong(entry.size)
                        : record.putInt((int) entry.compressed).putInt((int) entry.size));
    }

    static byte[] centralHeader(Entry entry, long offset) {
        long[] wide = LongStream.of(entry.size, entry.compressed, offset)
                .filter(number -> number >= MAX_32)
                .toArray();
        boolean zip64 = wide.length > 0;
        ByteBuffer record = record(46 + 28 + 3 * entry.name.length())
                .putInt(CENTRAL)
                .putShort((short) (MADE_ON_UNIX | (zip64 ? VERSION_ZIP64 : VERSION)));
        putCommon(record, entry, zip64, Math.min(MAX_32, entry.compressed), Math.min(MAX_32, entry.size));
        byte[] name = entry.name.getBytes(StandardCharsets.UTF_8);
        record.putShort((short) name.length)
                .putShort((short) (zip64 ? 4 + 8 * wide.length : 0))
                .putShort((short) 0) // length of the comment
                .putShort((short) 0) // number of the disk with the entry
                .putShort((short) 0) // internal attributes
                .putInt(REGULAR_FILE_0644)
                .putInt((int) Math.min(MAX_32, offset))
                .put(name);
        if (zip64) {
            putZip64(record, wide);
        }
        return bytes(record);
    }

    /** Returns the records that follow a central directory of {@code length} bytes at {@code offset}. */
    static byte[] end(long entries, long offset, long length) {
        ByteBuffer record = record(22 + 56 + 20);
        if (entries >= MAX_16 || offset >= MAX_32 || length >= MAX_32) {
            record.putInt(ZIP64_END)
                    .putLong(56 - 12)
                    .putShort((short) (MADE_ON_UNIX | VERSION_ZIP64))
                    .putShort(VERSION_ZIP64)
                    .putLong(0) // numbers of this disk, and of the disk with the central directory
                    .putLong(entries)
                    .putLong(entries)
                    .putLong(length)
                    .putLong(offset);
            record.putInt(ZIP64_LOCATOR).putInt(0).putLong(offset + length).putInt(1);
        }
        short shown = (short) Math.min(MAX_16, entries);
        record.putInt(END)
                .putInt(0) // numbers of this disk, and of the disk with the central directory
                .putShort(shown)
                .putShort(shown)
                .putInt((int) Math.min(MAX_32, length))
                .putInt((int) Math.min(MAX_32, offset))
                .putShort((short) 0); // comment
        return bytes(record);
    }

    private static void putCommon(ByteBuffer record, Entry entry, boolean zip64, long compressed, long size) {
        record.putShort(zip64 ? VERSION_ZIP64 : VERSION)
                .putShort((short) entry.flags)
                .putShort((short) entry.method)
                .putInt(MIDNIGHT_FIRST_OF_JANUARY_1980)
                .putInt((int) entry.crc)
                .putInt((int) compressed)
                .putInt((int) size);
    }

    private static void putZip64(ByteBuffer record, long... values) {
        record.putShort((short) 1).putShort((short) (8 * values.length));
        LongStream.of(values).forEach(record::putLong);
    }

    private static ByteBuffer record(int most) {
        return ByteBuffer.allocate(most).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(ByteBuffer record) {
        return Arrays.copyOf(record.array(), record.position());
    }
}
