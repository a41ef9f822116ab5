package io.jenkins.plugins.sastscan.text;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PercentEncodingTest {
    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    private static String encode(byte[] bytes) {
        byte[] buffer = new byte[PercentEncoding.bufferSize(bytes.length)];
        return new String(buffer, 0, PercentEncoding.encode(bytes, bytes.length, buffer), US_ASCII);
    }

    @Test
    void each_byte_is_percent_encoded_unless_it_is_unreserved() {
        for (int b = 0; b < 256; b++) {
            String expected = UNRESERVED.indexOf(b) >= 0 ? "" + (char) b : String.format("%%%02X", b);
            assertThat(encode(new byte[] {(byte) b})).isEqualTo(expected);
            assertThat(PercentEncoding.encodedLength(new byte[] {(byte) b}, 0, 1))
                    .isEqualTo(expected.length());
        }
    }

    @Test
    void the_encoded_length_of_a_range_is_counted() {
        assertThat(PercentEncoding.encodedLength("a b+c&d".getBytes(US_ASCII), 1, 4))
                .isEqualTo("%20b%2Bc".length());
    }
}
