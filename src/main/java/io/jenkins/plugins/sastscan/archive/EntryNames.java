package io.jenkins.plugins.sastscan.archive;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;

/**
 * All names of an entry in an existing archive: in the central directory, in the local header, and in an extra field of
 * either (APPNOTE.TXT 6.3.10, sections 4.3.7 and 4.6.9). They should be equal, but each tool chooses one of them.
 */
final class EntryNames {
    private static final int LOCAL_HEADER = 30;
    private static final int LENGTHS = 26;
    private static final int UNICODE_PATH = 0x7075;
    /** Bytes before the name in this extra field: a version and a checksum. */
    private static final int BEFORE_UNICODE_PATH = 5;
    /** Maps each byte to one character and keeps ASCII. */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private EntryNames() {}

    /** @throws EOFException if a name extends beyond the end of the archive */
    static List<String> of(ZipArchiveEntry entry, SeekableByteChannel channel) throws IOException {
        channel.position(entry.getLocalHeaderOffset());
        ByteBuffer header = read(channel, LOCAL_HEADER).position(LENGTHS);
        int nameLength = Short.toUnsignedInt(header.getShort());
        int extraLength = Short.toUnsignedInt(header.getShort());
        ByteBuffer local = read(channel, nameLength + extraLength);
        return Stream.of(
                        Stream.of(entry.getName(), new String(entry.getRawName(), BYTES)),
                        Stream.of(text(local, nameLength)),
                        unicodePaths(local),
                        unicodePaths(ByteBuffer.wrap(entry.getCentralDirectoryExtra())))
                .flatMap(names -> names)
                .toList();
    }

    private static Stream<String> unicodePaths(ByteBuffer extra) {
        Stream.Builder<String> paths = Stream.builder();
        extra.order(ByteOrder.LITTLE_ENDIAN);
        while (extra.remaining() >= Integer.BYTES) {
            int kind = Short.toUnsignedInt(extra.getShort());
            int length = Math.min(Short.toUnsignedInt(extra.getShort()), extra.remaining());
            String content = text(extra, length);
            if (kind == UNICODE_PATH && length > BEFORE_UNICODE_PATH) {
                paths.add(content.substring(BEFORE_UNICODE_PATH));
            }
        }
        return paths.build();
    }

    private static String text(ByteBuffer bytes, int length) {
        byte[] text = new byte[length];
        bytes.get(text);
        return new String(text, BYTES);
    }

    private static ByteBuffer read(SeekableByteChannel channel, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new EOFException();
            }
        }
        return bytes.flip();
    }
}
