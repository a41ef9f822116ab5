package io.jenkins.plugins.sastscan.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * Percent-encoding for {@code application/x-www-form-urlencoded}: every byte except letters, digits and {@code -._~}
 * becomes {@code %} and two upper-case hexadecimal digits. A SAST server that decodes the result as ISO-8859-1 gets the
 * original bytes.
 */
public final class FormEncoding {
    /** One byte becomes at most this many encoded bytes. */
    public static final int MAX_PER_BYTE = 3;

    /** For speed, each write stores four bytes, of which at most three are used. */
    private static final int SLACK = 1;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** For each byte value, the encoded characters in the low 24 bits, and their number in the high 8 bits. */
    private static final int[] ENCODED = table();

    private FormEncoding() {}

    /** The buffer size that {@link #encode} needs for this number of bytes. */
    public static int bufferSize(int length) {
        return Math.addExact(Math.multiplyExact(length, MAX_PER_BYTE), SLACK);
    }

    public static long encodedLength(byte[] bytes, int from, int length) {
        Objects.checkFromIndexSize(from, length, bytes.length);
        long encoded = 0;
        for (int i = from; i < from + length; i++) {
            encoded += ENCODED[bytes[i] & 0xff] >>> 24;
        }
        return encoded;
    }

    /**
     * Encodes bytes and writes the result to the start of a buffer.
     *
     * @param buffer has at least {@link #bufferSize bufferSize(length)} bytes; the bytes after the result are undefined
     * @return the number of bytes in the result
     */
    public static int encode(byte[] bytes, int from, int length, byte[] buffer) {
        Objects.checkFromIndexSize(from, length, bytes.length);
        Objects.checkFromIndexSize(0, bufferSize(length), buffer.length);
        int at = 0;
        for (int i = from; i < from + length; i++) {
            int encoded = ENCODED[bytes[i] & 0xff];
            INT.set(buffer, at, encoded);
            at += encoded >>> 24;
        }
        return at;
    }

    private static int[] table() {
        String digits = "0123456789ABCDEF";
        int[] table = new int[256];
        for (int b = 0; b < table.length; b++) {
            table[b] = unreserved(b)
                    ? b | 1 << 24
                    : '%' | digits.charAt(b >> 4) << 8 | digits.charAt(b & 0xf) << 16 | MAX_PER_BYTE << 24;
        }
        return table;
    }

    private static boolean unreserved(int b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || "-._~".indexOf(b) >= 0;
    }
}
