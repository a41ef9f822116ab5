package io.jenkins.plugins.sastscan.archive.zip;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An archive is rejected if programs that read it in other ways would find other entries in it. */
@Timeout(60)
class SmuggledEntriesTest extends ReadyArchiveFixture {
    private static final String CONTRADICTION = "has headers that contradict each other";

    /** Programs that read from a stream look for the next entry where the deflated content ends. */
    @ParameterizedTest
    @CsvSource({"a, 0", "a, 40", "a/, 40", "a/, 0"})
    void an_entry_ends_where_its_deflated_content_ends(String name, int hidden) throws Exception {
        byte[] content = name.getBytes(StandardCharsets.US_ASCII);
        byte[] data = new byte[100];
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(content);
        deflater.finish();
        int length = deflater.deflate(data) + hidden;
        deflater.end();
        CRC32 crc = new CRC32();
        crc.update(content);
        write(new ZipRecords.Entry(name, ZipRecords.DEFLATED, crc.getValue(), content.length, length), data);
        if (hidden > 0) {
            assertRefused(target, "is damaged at the entry \"" + name + "\"");
        } else if (name.equals("a")) {
            assertThat(inspect(target).contents().files()).isEqualTo(1);
        } else {
            assertRefused(target, "contains no files");
        }
    }

    @Test
    void the_sizes_of_a_stored_entry_are_equal() throws Exception {
        write(new ZipRecords.Entry("a", ZipRecords.STORED, 0, 0, 40), new byte[40]);
        assertRefused(target, CONTRADICTION);
    }

    @ParameterizedTest
    @CsvSource({"10, false", "50, true"})
    void the_zip64_field_of_a_local_header_agrees(long compressed, boolean fine) throws Exception {
        CRC32 crc = new CRC32();
        crc.update(new byte[50]);
        ZipRecords.Entry entry = new ZipRecords.Entry("a", ZipRecords.STORED, crc.getValue(), 50, 50);
        ByteBuffer local = ByteBuffer.wrap(ZipRecords.localHeader(entry, true)).order(ByteOrder.LITTLE_ENDIAN);
        local.putLong(local.capacity() - 8, compressed);
        finish(local.array(), new byte[50], ZipRecords.centralHeader(entry, 0));
        if (fine) {
            assertThat(inspect(target).contents().files()).isEqualTo(1);
        } else {
            assertRefused(target, CONTRADICTION);
        }
    }

    /** Info-ZIP uses the last of several fields. */
    @Test
    void a_second_unicode_name_is_rejected() throws Exception {
        ZipRecords.Entry entry = new ZipRecords.Entry("a", ZipRecords.STORED, 0, 0, 0);
        CRC32 crc = new CRC32();
        crc.update('a');
        ByteBuffer fields = ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN);
        for (byte name : new byte[] {'a', 'b'}) {
            fields.putShort((short) 0x7075).putShort((short) 6).put((byte) 1);
            fields.putInt((int) crc.getValue()).put(name);
        }
        byte[] local = ZipRecords.localHeader(entry, false);
        byte[] central = ZipRecords.centralHeader(entry, 0);
        byte[] extended = Arrays.copyOf(central, central.length + 20);
        System.arraycopy(fields.array(), 0, extended, central.length, 20);
        extended[30] = 20;
        finish(local, new byte[0], extended);
        assertRefused(target, CONTRADICTION);
    }

    /** Some programs use the number of entries on this disk. */
    @Test
    void both_numbers_of_entries_are_equal() throws Exception {
        ZipRecords.Entry entry = new ZipRecords.Entry("a", ZipRecords.STORED, 0, 0, 0);
        byte[] local = ZipRecords.localHeader(entry, false);
        byte[] central = ZipRecords.centralHeader(entry, 0);
        byte[] end = ZipRecords.end(1, local.length, central.length);
        end[8] = 0;
        join(local, central, end);
        assertRefused(target, CONTRADICTION);
    }

    private void write(ZipRecords.Entry entry, byte[] data) throws Exception {
        byte[] content = Arrays.copyOf(data, (int) entry.compressed());
        finish(ZipRecords.localHeader(entry, false), content, ZipRecords.centralHeader(entry, 0));
    }

    private void finish(byte[] local, byte[] data, byte[] central) throws Exception {
        join(local, data, central, ZipRecords.end(1, local.length + data.length, central.length));
    }
}
