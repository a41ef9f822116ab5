package io.jenkins.plugins.sastscan.service;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.net.URLDecoder;

/** What is encoded for a form comes back from somebody else's decoder. */
class FormEncodingFuzzTest {
    @FuzzTest(maxDuration = "1m")
    void any_bytes_come_back(byte[] bytes) {
        byte[] buffer = new byte[FormEncoding.bufferSize(bytes.length)];
        int length = FormEncoding.encode(bytes, 0, bytes.length, buffer);
        assertThat(FormEncoding.encodedLength(bytes, 0, bytes.length)).isEqualTo(length);
        String encoded = new String(buffer, 0, length, ISO_8859_1);
        assertThat(URLDecoder.decode(encoded, ISO_8859_1).getBytes(ISO_8859_1)).isEqualTo(bytes);
    }
}
