package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.UploadEncoding;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.assertj.core.api.ThrowingConsumer;

/** An archive that changes after the check. */
final class ChangedArchive {
    /** Two full chunks and 5 more bytes. A chunk of 5 bytes cannot contain the whole end record of a zip file. */
    static final int SIZE = 2 * 64 * 1024 + 5;

    /** The size of the end record of a zip file. */
    static final int END = 22;

    static final String CHANGED = "changed after it was checked";

    private ChangedArchive() {}

    enum Change {
        DELETED("cannot be read (it does not exist)", Files::delete),
        /** Truncates the file in one step, so that the sender sees no intermediate state. */
        TRUNCATED(CHANGED, file -> {
            try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
                open.truncate(SIZE / 2);
            }
        }),
        OTHER_CONTENT(CHANGED, file -> {
            Path other = Files.write(file.resolveSibling("other.zip"), changedAt(0));
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        }),
        LAST_BYTE(CHANGED, file -> {
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 1] ^= 1;
            Files.write(file, bytes, StandardOpenOption.WRITE);
        });

        final String says;
        private final ThrowingConsumer<Path> change;

        Change(String says, ThrowingConsumer<Path> change) {
            this.says = says;
            this.change = change;
        }

        void apply(Path archive) {
            change.accept(archive);
        }
    }

    /**
     * Returns bytes above 0x7F. A form encodes each of them as three characters, so that a changed byte does not change
     * the encoded size.
     */
    static byte[] content(int size) {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        for (int i = 0; i < size; i++) {
            bytes[i] |= (byte) 0x80;
        }
        return bytes;
    }

    private static byte[] changedAt(int position) {
        byte[] bytes = content(SIZE);
        bytes[position] ^= 1;
        return bytes;
    }

    /** Returns how many bytes of a body come from the file. */
    static int sizeOfFile(byte[] body, UploadEncoding encoding) {
        if (encoding == UploadEncoding.FORM) {
            return Math.max(0, body.length - "zippedSource=".length()) / 3;
        }
        int head = new String(body, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n");
        return head < 0 ? 0 : body.length - head - 4;
    }
}
