package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Archives with invalid numbers or invalid comments are rejected, even if Java 17 checks neither. */
@Timeout(60)
class HostileNumbersTest extends ReadyArchiveFixture {
    /** Java 17 would use the low 32 bits of the size as the number of bytes to allocate. */
    @Test
    void a_central_directory_with_a_negative_size_is_rejected_before_it_is_read() throws Exception {
        ByteBuffer end = ByteBuffer.wrap(ZipRecords.end(0xFFFF, 0, 0)).order(ByteOrder.LITTLE_ENDIAN);
        end.putInt(end.capacity() - 10, (int) ZipRecords.MAX_32).putLong(40, Long.MIN_VALUE + (1 << 30));
        assertRefused(Files.write(target, end.array()), "has a central directory of more than 64 MiB");
    }

    /** Java 17 would allocate memory for the declared number of entries. */
    @ParameterizedTest
    @CsvSource({"100000000, false", "100000000, true", "-1, true", "2, false"})
    void too_many_declared_zip64_entries_are_rejected(long entries, boolean onlyZip64) throws Exception {
        ZipRecords.Entry entry = new ZipRecords.Entry("a", ZipRecords.STORED, 0, 0, 0);
        byte[] local = ZipRecords.localHeader(entry, false);
        byte[] central = ZipRecords.centralHeader(entry, 0);
        ByteBuffer end = ByteBuffer.wrap(ZipRecords.end(0xFFFF, local.length, central.length))
                .order(ByteOrder.LITTLE_ENDIAN);
        end.putLong(32, entries);
        if (onlyZip64) {
            end.putLong(end.capacity() - 10, -1);
        }
        join(local, central, end.array());
        assertRefused(target, "is not a valid zip file (too many entries). Check the step that creates it.");
    }

    /** Java 17 would read the content endlessly, or fail with an unexpected exception. */
    @ParameterizedTest
    @CsvSource({"0, -5", "8, -5", "0, -4294897296", "8, -4294897296"})
    void an_entry_with_a_negative_size_is_rejected(short method, long compressed) throws Exception {
        ZipRecords.Entry entry = new ZipRecords.Entry("a", method, 0, 5, ZipRecords.MAX_32);
        byte[] local = ZipRecords.localHeader(entry, false);
        byte[] central = ZipRecords.centralHeader(entry, 0);
        ByteBuffer.wrap(central).order(ByteOrder.LITTLE_ENDIAN).putLong(central.length - 8, compressed);
        join(local, new byte[70_000], central, ZipRecords.end(1, local.length + 70_000, central.length));
        assertThatExceptionOfType(ArchiveException.class)
                .isThrownBy(() -> inspect(target))
                .withMessageMatching("The archive .*(is damaged at the entry 'a'|is not a valid zip file \\().*");
    }

    @Test
    void a_comment_of_an_entry_can_have_any_charset() throws Exception {
        assertThat(inspect(Files.write(target, commented(StandardCharsets.ISO_8859_1)))
                        .files())
                .isEqualTo(1);
    }

    @Test
    void a_comment_that_is_not_utf_8_despite_its_flag_is_rejected() throws Exception {
        byte[] bytes = commented(StandardCharsets.UTF_8);
        // Replaces the second byte of a two-byte character.
        bytes[new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf(0xC3) + 1] = 'a';
        assertRefused(Files.write(target, bytes), "is not a valid zip file (");
    }

    private byte[] commented(Charset charset) throws Exception {
        try (OutputStream out = Files.newOutputStream(target);
                ZipOutputStream zip = new ZipOutputStream(out, charset)) {
            ZipEntry entry = new ZipEntry("a");
            entry.setComment("\u00ff");
            zip.putNextEntry(entry);
        }
        return Files.readAllBytes(target);
    }
}
