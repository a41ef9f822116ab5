package io.jenkins.plugins.sastscan.archive.zip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;

/** The extra fields of an entry of a zip file. */
record ExtraFields(ByteBuffer all) {
    static final int ZIP64 = 1;

    /** The name of the entry in UTF-8, after a version and a checksum. */
    private static final int NAME = 0x7075;

    private static final int BEFORE_NAME = 5;

    /** Returns the content of a field; empty if there is no such field. */
    ByteBuffer field(int wanted) {
        ByteBuffer rest = all.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(0);
        while (rest.remaining() >= 4) {
            int id = Short.toUnsignedInt(rest.getShort());
            int length = Math.min(Short.toUnsignedInt(rest.getShort()), rest.remaining());
            ByteBuffer field = slice(rest, length);
            if (id == wanted) {
                return field;
            }
        }
        return ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Tells whether all programs use this name. Some prefer the field for a name to the header. */
    boolean agreeOn(byte[] name) {
        ByteBuffer field = field(NAME);
        if (field.remaining() < BEFORE_NAME) {
            return true;
        }
        CRC32 crc = new CRC32();
        crc.update(name);
        boolean used = field.getInt(1) == (int) crc.getValue();
        return used && Arrays.equals(bytes(field.position(BEFORE_NAME)), name);
    }

    /** Takes the next bytes. */
    static ByteBuffer slice(ByteBuffer from, int length) {
        ByteBuffer part = from.slice(from.position(), length).order(ByteOrder.LITTLE_ENDIAN);
        from.position(from.position() + length);
        return part;
    }

    static byte[] bytes(ByteBuffer from) {
        byte[] bytes = new byte[from.remaining()];
        from.get(from.position(), bytes);
        return bytes;
    }
}
