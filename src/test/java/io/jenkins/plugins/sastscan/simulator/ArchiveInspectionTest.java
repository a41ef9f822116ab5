package io.jenkins.plugins.sastscan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveInspectionTest {
    @TempDir
    Path directory;

    private ReceivedArchive inspect(byte[] zip) throws IOException {
        Path file = Files.write(directory.resolve("it.zip"), zip);
        return ArchiveInspection.inspect(new StoredArchive(file, zip.length, ""));
    }

    @Test
    void more_entries_than_the_short_end_can_tell() throws Exception {
        Path file = directory.resolve("many.zip");
        int count = 70_000;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 0; i < count; i++) {
                zip.putNextEntry(new ZipEntry("d/" + i));
            }
        }
        ReceivedArchive archive = ArchiveInspection.inspect(new StoredArchive(file, Files.size(file), ""));
        assertThat(archive.readable()).isTrue();
        assertThat(archive.entries()).isEqualTo(count);
        assertThat(Files.readAllLines(archive.manifest()))
                .hasSize(count)
                .last()
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  0  \"d/69999\"");
    }

    @Test
    void an_archive_without_its_end_is_not_readable() throws Exception {
        byte[] zip = Client.zip("name", new byte[1000]);
        assertThat(inspect(zip).readable()).isTrue();
        ReceivedArchive cut = inspect(Arrays.copyOf(zip, zip.length - 1));
        assertThat(cut.readable()).isFalse();
        assertThat(cut.entries()).isEqualTo(1);
    }

    @Test
    void an_archive_with_a_damaged_entry_is_not_readable() throws Exception {
        byte[] zip = Client.zip("name", "content that is deflated".getBytes(StandardCharsets.US_ASCII));
        zip[40] ^= 0x55;
        ReceivedArchive damaged = inspect(zip);
        assertThat(damaged.readable()).isFalse();
        assertThat(damaged.entries()).isZero();
    }

    @Test
    void an_empty_archive_is_readable() throws Exception {
        byte[] zip = Arrays.copyOf(new byte[] {'P', 'K', 5, 6}, 22);
        assertThat(inspect(zip).readable()).isTrue();
        assertThat(inspect(zip).entries()).isZero();
    }
}
