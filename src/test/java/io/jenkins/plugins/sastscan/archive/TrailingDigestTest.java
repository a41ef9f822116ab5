package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrailingDigestTest {
    private static final int LENGTH = 3_000_000;

    @TempDir
    Path temp;

    private final byte[] content = ArchiveTests.noise(LENGTH);

    @Test
    void what_is_not_settled_is_not_read_before_the_end() throws Exception {
        Path file = Files.write(temp.resolve("file"), new byte[LENGTH]);
        try (CompressorPool pool = new CompressorPool(2);
                TrailingDigest digest = new TrailingDigest(Files.newByteChannel(file), pool)) {
            digest.settled(0);
            Files.write(file, content);
            assertThat(HexFormat.of().formatHex(digest.finish(LENGTH))).isEqualTo(ArchiveTests.sha256(file));
        }
    }

    @Test
    void a_file_that_someone_cuts_short_is_a_failure() throws Exception {
        Path file = Files.write(temp.resolve("file"), content);
        try (CompressorPool pool = new CompressorPool(2);
                TrailingDigest digest = new TrailingDigest(Files.newByteChannel(file), pool)) {
            digest.settled(LENGTH + 1);
            assertThatThrownBy(() -> digest.finish(LENGTH + 1L))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Another process truncated the archive");
        }
    }
}
