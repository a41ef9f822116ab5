package io.jenkins.plugins.sastscan.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The encoding of files in form bodies (operations 4 and 8): every byte except letters, digits and {@code -._~} becomes
 * {@code %} and two upper-case hexadecimal digits.
 */
public final class PercentEncoding {
    private static final int MAX_PER_BYTE = 3;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** For each byte value, the encoded characters in the low 24 bits, and their number in the high 8 bits. */
    private static final int[] ENCODED = table();

    private PercentEncoding() {}

    /** The buffer size that {@link #encode} needs. For speed, it stores four bytes at once, and uses at most three. */
    public static int bufferSize(int length) {
        return length * MAX_PER_BYTE + 1;
    }

    /** The number of bytes after the encoding. */
    public static long encodedLength(byte[] bytes, int from, int length) {
        long encoded = 0;
        for (int i = from; i < from + length; i++) {
            encoded += ENCODED[bytes[i] & 0xff] >>> 24;
        }
        return encoded;
    }

    /**
     * Encodes the first bytes, and writes the result to a buffer.
     *
     * @param buffer has at least {@link #bufferSize bufferSize(length)} bytes; the bytes after the result are undefined
     * @return the number of bytes in the result
     */
    public static int encode(byte[] bytes, int length, byte[] buffer) {
        int at = 0;
        for (int i = 0; i < length; i++) {
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
            boolean kept =
                    b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || "-._~".indexOf(b) >= 0;
            table[b] = kept
                    ? b | 1 << 24
                    : '%' | digits.charAt(b >> 4) << 8 | digits.charAt(b & 0xf) << 16 | MAX_PER_BYTE << 24;
        }
        return table;
    }
}
