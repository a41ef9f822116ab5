package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** What the end of a zip says about it (APPNOTE 4.3.14 to 4.3.16). */
final class ZipEnd {
    private static final int END = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int LONGEST_COMMENT = 0xffff;
    private static final int ZIP64_LOCATOR = 0x07064b50;
    private static final int ZIP64_LOCATOR_BYTES = 20;
    private static final int ZIP64_END = 0x06064b50;
    private static final int ZIP64_END_BYTES = 56;
    private static final int SEE_ZIP64 = 0xffff;

    private ZipEnd() {}

    /** The number of entries that the end tells; -1 when the file has no end, being cut short. */
    static long entries(Path zip) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(zip.toFile(), "r")) {
            int tailBytes = (int) Math.min(file.length(), END_BYTES + LONGEST_COMMENT + ZIP64_LOCATOR_BYTES);
            ByteBuffer tail = read(file, file.length() - tailBytes, tailBytes);
            for (int at = tailBytes - END_BYTES; at >= 0; at--) {
                if (tail.getInt(at) == END) {
                    int entries = tail.getShort(at + 10) & 0xffff;
                    return entries == SEE_ZIP64 ? zip64Entries(file, tail, at - ZIP64_LOCATOR_BYTES) : entries;
                }
            }
            return -1;
        }
    }

    private static long zip64Entries(RandomAccessFile file, ByteBuffer tail, int locator) throws IOException {
        if (locator < 0 || tail.getInt(locator) != ZIP64_LOCATOR) {
            return SEE_ZIP64;
        }
        long at = tail.getLong(locator + 8);
        if (at < 0 || at > file.length() - ZIP64_END_BYTES) {
            return -1;
        }
        ByteBuffer end = read(file, at, ZIP64_END_BYTES);
        return end.getInt(0) == ZIP64_END ? end.getLong(32) : -1;
    }

    private static ByteBuffer read(RandomAccessFile file, long from, int count) throws IOException {
        byte[] bytes = new byte[count];
        file.seek(from);
        file.readFully(bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
