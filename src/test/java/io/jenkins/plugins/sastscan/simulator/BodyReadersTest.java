package io.jenkins.plugins.sastscan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Form and multipart bodies give back every byte, wherever the network cuts them. */
class BodyReadersTest {
    private static final int BUFFER = 1 << 16;

    /** Gives at most so many bytes a read. */
    private static InputStream slow(byte[] bytes, int atMost) {
        return new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] buffer, int offset, int length) {
                return super.read(buffer, offset, Math.min(length, atMost));
            }
        };
    }

    @Property(tries = 300)
    void a_form_gives_its_bytes_back(
            @ForAll @Size(max = 3000) byte[] value, @ForAll @IntRange(min = 1, max = 4000) int atMost)
            throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] form = Client.bytes("a=&field=" + Client.encoded(value));
        List<BodyPart> fields = FormDecoder.read(slow(form, atMost), head -> out);
        assertThat(out.toByteArray()).isEqualTo(value);
        assertThat(fields)
                .containsExactly(BodyPart.field("a"), BodyPart.field("field").withLength(value.length));
    }

    @Property(tries = 300)
    void a_multipart_body_gives_its_bytes_back(
            @ForAll @Size(max = 3000) byte[] value, @ForAll @IntRange(min = 1, max = 4000) int atMost)
            throws Exception {
        assertThat(throughMultipart(value, atMost)).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"-200, 7", "-100, 65536", "-20, 65536", "-10, 1", "-1, 65536", "0, 65536", "1, 65536", "70000, 33"})
    void boundaries_may_lie_anywhere_in_the_buffer(int beyondBuffer, int atMost) throws Exception {
        // Line ends and half boundaries are what could be mistaken for the boundary.
        String halfBoundary = "\r\n--next-par\r\r\n--";
        byte[] value = Client.bytes(halfBoundary.repeat(10_000).substring(0, BUFFER + beyondBuffer));
        assertThat(throughMultipart(value, atMost)).isEqualTo(value);
    }

    private static byte[] throughMultipart(byte[] value, int atMost) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] body = Client.bytes(Client.filePart("file", "text/plain", value) + Client.lastBoundary());
        List<BodyPart> parts = MultipartReader.read(slow(body, atMost), Client.BOUNDARY, head -> out);
        assertThat(parts).extracting(BodyPart::length).containsExactly((long) value.length);
        return out.toByteArray();
    }
}
