package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LfsPointerTest {
    private static final String OID = "oid sha256:" + "0123456789abcdef".repeat(4) + "\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "version https://git-lfs.github.com/spec/v1\nOIDsize 12345\n",
                "version https://git-lfs.github.com/spec/v1\nOIDsize 0",
                "version https://hawser.github.com/spec/v1\nOIDsize 1\n",
                "version https://git-lfs.github.com/spec/v1\next-0-case sha256:ab\nOIDsize 1\n"
            })
    void pointers_are_recognized_unless_they_are_large(String content) {
        assertThat(matches(content)).isTrue();
        String padding = "x".repeat(1_024 - content.replace("OID", OID).length() - "ext-1-\n".length());
        assertThat(matches(content.replace("OID", "ext-1-" + padding + "\nOID")))
                .isFalse();
        assertThat(matches(content.replace("OID", "ext-1-" + padding.substring(1) + "\nOID")))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "version https://git-lfs.github.com/spec/v1\n",
                "version https://git-lfs.github.com/spec/v1\noid sha256:0123\nsize 1\n",
                "version https://git-lfs.github.com/spec/v1\nOIDsize 1\nmore\n",
                "# version https://git-lfs.github.com/spec/v1\nOIDsize 1\n",
                "version https://git-lfs.github.com/spec/v1\r\nOIDsize 1\n"
            })
    void other_files_are_not(String content) {
        assertThat(matches(content)).isFalse();
    }

    private static boolean matches(String content) {
        byte[] bytes = content.replace("OID", OID).getBytes(StandardCharsets.US_ASCII);
        return LfsPointer.matches(bytes, bytes.length);
    }
}
