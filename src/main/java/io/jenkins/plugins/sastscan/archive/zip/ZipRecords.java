package io.jenkins.plugins.sastscan.archive.zip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;

/**
 * Encodes the records of a zip file (APPNOTE.TXT 6.3.10, sections 4.3 to 4.5). All entries have the same mode and date,
 * so that archives are reproducible.
 */
final class ZipRecords {
    static final int STORED = 0;
    static final int DEFLATED = 8;
    /** This value and larger values are written to a zip64 field. */
    static final long MAX_32 = 0xFFFF_FFFFL;

    private static final int MAX_16 = 0xFFFF;
    private static final short VERSION = 20;
    private static final short VERSION_ZIP64 = 45;
    private static final short MADE_ON_UNIX = 3 << 8;
    private static final short NAME_IN_UTF_8 = 1 << 11;
    private static final short MIDNIGHT = 0;
    private static final short FIRST_OF_JANUARY_1980 = 1 << 5 | 1;
    private static final int REGULAR_FILE_0644 = 0100644 << 16;
    private static final short ZIP64 = 1;

    private ZipRecords() {}

    /**
     * @param name at most 65,535 bytes in UTF-8
     * @param method {@link #STORED} or {@link #DEFLATED}
     */
    record Entry(String name, int method, long crc, long size, long compressed) {}

    static byte[] localHeader(Entry entry, boolean zip64) {
        byte[] name = entry.name.getBytes(StandardCharsets.UTF_8);
        ByteBuffer record = record(30 + name.length + (zip64 ? 20 : 0)).putInt(0x04034b50);
        putCommon(record, entry, zip64);
        record.putInt((int) (zip64 ? MAX_32 : entry.compressed))
                .putInt((int) (zip64 ? MAX_32 : entry.size))
                .putShort((short) name.length)
                .putShort((short) (zip64 ? 20 : 0))
                .put(name);
        if (zip64) {
            record.putShort(ZIP64).putShort((short) 16).putLong(entry.size).putLong(entry.compressed);
        }
        return record.array();
    }

    static byte[] centralHeader(Entry entry, long offset) {
        byte[] name = entry.name.getBytes(StandardCharsets.UTF_8);
        long[] wide = LongStream.of(entry.size, entry.compressed, offset)
                .filter(number -> number >= MAX_32)
                .toArray();
        int extra = wide.length == 0 ? 0 : 4 + 8 * wide.length;
        ByteBuffer record = record(46 + name.length + extra).putInt(0x02014b50);
        record.putShort((short) (MADE_ON_UNIX | (wide.length == 0 ? VERSION : VERSION_ZIP64)));
        putCommon(record, entry, wide.length > 0);
        record.putInt((int) Math.min(MAX_32, entry.compressed))
                .putInt((int) Math.min(MAX_32, entry.size))
                .putShort((short) name.length)
                .putShort((short) extra)
                .putShort((short) 0) // length of the comment
                .putShort((short) 0) // number of the disk with the entry
                .putShort((short) 0) // internal attributes
                .putInt(REGULAR_FILE_0644)
                .putInt((int) Math.min(MAX_32, offset))
                .put(name);
        if (wide.length > 0) {
            record.putShort(ZIP64).putShort((short) (8 * wide.length));
            LongStream.of(wide).forEach(record::putLong);
        }
        return record.array();
    }

    /** Returns the records that follow a central directory of {@code length} bytes at {@code offset}. */
    static byte[] end(long entries, long offset, long length) {
        boolean zip64 = entries >= MAX_16 || offset >= MAX_32 || length >= MAX_32;
        ByteBuffer record = record(22 + (zip64 ? 56 + 20 : 0));
        if (zip64) {
            record.putInt(0x06064b50)
                    .putLong(56 - 12)
                    .putShort((short) (MADE_ON_UNIX | VERSION_ZIP64))
                    .putShort(VERSION_ZIP64)
                    .putInt(0) // number of this disk
                    .putInt(0) // number of the disk with the central directory
                    .putLong(entries)
                    .putLong(entries)
                    .putLong(length)
                    .putLong(offset);
            record.putInt(0x07064b50).putInt(0).putLong(offset + length).putInt(1);
        }
        short shown = (short) Math.min(MAX_16, entries);
        record.putInt(0x06054b50)
                .putShort((short) 0) // number of this disk
                .putShort((short) 0) // number of the disk with the central directory
                .putShort(shown)
                .putShort(shown)
                .putInt((int) Math.min(MAX_32, length))
                .putInt((int) Math.min(MAX_32, offset))
                .putShort((short) 0); // comment
        return record.array();
    }

    private static void putCommon(ByteBuffer record, Entry entry, boolean zip64) {
        record.putShort(zip64 ? VERSION_ZIP64 : VERSION)
                .putShort(NAME_IN_UTF_8)
                .putShort((short) entry.method)
                .putShort(MIDNIGHT)
                .putShort(FIRST_OF_JANUARY_1980)
                .putInt((int) entry.crc);
    }

    private static ByteBuffer record(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }
}
