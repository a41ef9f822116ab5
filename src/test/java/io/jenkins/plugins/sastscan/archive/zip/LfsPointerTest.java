package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LfsPointerTest {
    private static final String SHA = "0123456789abcdef".repeat(4);

    /** | stands for a line end. */
    @ParameterizedTest
    @CsvSource({
        "https://git-lfs.github.com/spec/v1|OID|size 12345|, true",
        "https://git-lfs.github.com/spec/v1|OID|size 0, true",
        "https://hawser.github.com/spec/v1|OID|size 1|, true",
        "https://git-lfs.github.com/spec/v1|ext-0-case sha256:ab|OID|size 1|, true",
        "https://git-lfs.github.com/spec/v1|, false",
        "https://git-lfs.github.com/spec/v1|oid sha256:0123|size 1|, false",
        "https://git-lfs.github.com/spec/v1|OID|size 1|more|, false",
        "#https://git-lfs.github.com/spec/v1|OID|size 1|, false"
    })
    void git_lfs_pointers_below_1_kib_are_recognized(String lines, boolean pointer) {
        String text = "version " + lines.replace('|', '\n').replace("OID", "oid sha256:" + SHA);
        assertThat(isPointer(text)).isEqualTo(pointer);
        for (int size = 1_023; size <= 1_024; size++) {
            String extension = "\next-1-" + "x".repeat(size - text.length() - "\next-1-".length());
            assertThat(isPointer(text.replace("\noid", extension + "\noid"))).isEqualTo(pointer && size == 1_023);
        }
        assertThat(isPointer("")).isFalse();
        assertThat(isPointer(text.replace("\n", "\r\n"))).isEqualTo(pointer);
    }

    private static boolean isPointer(String content) {
        byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
        return LfsPointer.matches(bytes, bytes.length);
    }
}
