package io.jenkins.plugins.sastscan.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The encoding of files in request bodies (operations 4 and 8). */
public enum UploadEncoding {
    /**
     * {@code application/x-www-form-urlencoded}, which the contract specifies: every byte except letters, digits and
     * {@code -._~} becomes {@code %} and two upper-case hexadecimal digits. A SAST server that decodes the result as
     * ISO-8859-1 gets the original bytes. The body is about 2.5 times as large as the file.
     */
    FORM,
    /** {@code multipart/form-data}, which many SAST servers require. */
    MULTIPART;

    /** One byte becomes at most this many percent-encoded bytes. */
    public static final int MAX_PER_BYTE = 3;

    /** For speed, each write stores four bytes, of which at most three are used. */
    private static final int SLACK = 1;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** For each byte value, the encoded characters in the low 24 bits, and their number in the high 8 bits. */
    private static final int[] ENCODED = table();

    /** The buffer size that {@link #percentEncode} needs for this number of bytes. */
    public static int bufferSize(int length) {
        return length * MAX_PER_BYTE + SLACK;
    }

    /** The number of bytes after percent-encoding. */
    public static long encodedLength(byte[] bytes, int from, int length) {
        long encoded = 0;
        for (int i = from; i < from + length; i++) {
            encoded += ENCODED[bytes[i] & 0xff] >>> 24;
        }
        return encoded;
    }

    /**
     * Percent-encodes the first bytes, and writes the result to a buffer.
     *
     * @param buffer has at least {@link #bufferSize bufferSize(length)} bytes; the bytes after the result are undefined
     * @return the number of bytes in the result
     */
    public static int percentEncode(byte[] bytes, int length, byte[] buffer) {
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
