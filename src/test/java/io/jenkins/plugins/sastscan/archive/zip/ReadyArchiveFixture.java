package io.jenkins.plugins.sastscan.archive.zip;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.params.provider.Arguments;

abstract class ReadyArchiveFixture extends ArchiveFixture {
    static void assertRefused(Path file, String why) {
        assertRefused(() -> inspect(file), "The archive " + file + " ", why);
    }

    /** Creates a zip file in which the content of each file is its name. */
    Path zip(String... names) throws Exception {
        return zip(StandardCharsets.UTF_8, names);
    }

    Path zip(Charset charset, String... names) throws Exception {
        Path file = temp.resolve("made.zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out, charset)) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                if (!name.matches(".*[/\\\\]")) {
                    zip.write(name.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return file;
    }

    static Arguments change(String name, Consumer<Parts> change) {
        return arguments(name, change);
    }

    /** The parts of an archive with one entry. A test changes some of them. */
    static final class Parts {
        byte[] before = {};
        ByteBuffer local;
        byte[] content;
        byte[] between = {};
        ByteBuffer central;
        byte[] after = {};
        Consumer<ByteBuffer> endChange = end -> {};

        private boolean wideEnd;

        /** A valid entry. */
        Parts(String name, int method, byte[] plain, byte[] content, boolean zip64) {
            CRC32 crc = new CRC32();
            crc.update(plain);
            ZipRecords.Entry entry = new ZipRecords.Entry(
                    name, ZipRecords.NAME_IN_UTF_8, method, crc.getValue(), plain.length, content.length);
            this.content = content;
            local = littleEndian(ZipRecords.localHeader(entry, zip64));
            central = littleEndian(ZipRecords.centralHeader(entry, 0));
        }

        /** A valid stored entry "a". */
        Parts() {
            this("a", ZipRecords.STORED, new byte[50], new byte[50], false);
        }

        /** @param name a single byte */
        void rename(int name) {
            local.put(30, (byte) name);
            central.put(46, (byte) name);
        }

        /** Moves all numbers of the end record to fields of 64 bits. */
        void widen(long entries) {
            wideEnd = true;
            endChange = end -> end.putLong(24, entries).putLong(32, entries).putLong(end.capacity() - 14, -1);
        }

        /** Adds a data descriptor of zeros, and returns the header in front of the content. */
        ByteBuffer describe(int length) {
            central.put(8, (byte) ZipRecords.HAS_DESCRIPTOR);
            between = new byte[length];
            return local.put(6, (byte) ZipRecords.HAS_DESCRIPTOR);
        }

        /** Appends a field with the Unicode name to the extra fields of a header. */
        static ByteBuffer extended(ByteBuffer header, String content) {
            byte[] field = content.getBytes(StandardCharsets.ISO_8859_1);
            ByteBuffer longer = littleEndian(Arrays.copyOf(header.array(), header.capacity() + 4 + field.length));
            longer.position(header.capacity())
                    .putShort((short) 0x7075)
                    .putShort((short) field.length)
                    .put(field);
            int at = header.getInt(0) == ZipRecords.LOCAL ? 28 : 30;
            return longer.putShort(at, (short) (header.getShort(at) + 4 + field.length));
        }

        byte[] joined() throws IOException {
            int start = before.length + local.capacity() + content.length + between.length;
            ByteBuffer end = littleEndian(ZipRecords.end(wideEnd ? 0xFFFF : 1, start, central.capacity()));
            endChange.accept(end);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            byte[][] parts = {before, local.array(), content, between, central.array(), end.array(), after};
            for (byte[] part : parts) {
                out.write(part);
            }
            return out.toByteArray();
        }
    }

    static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
