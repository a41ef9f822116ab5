package io.jenkins.plugins.sastscan.archive.zip;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Recognizes Git LFS pointers: small text files in place of content that Git LFS stores elsewhere. */
final class LfsPointer {
    /** The Git LFS specification requires each pointer to be smaller than 1,024 bytes. */
    private static final int MAX_BYTES = 1_024;

    private static final Pattern POINTER =
            Pattern.compile("version\\x20https://(git-lfs|hawser)\\.github\\.com/spec/v1\\R"
                    + "(ext-[0-9]-.+\\R)*oid\\x20sha256:[0-9a-f]{64}\\Rsize\\x20[0-9]+\\R?");

    private LfsPointer() {}

    /** @param content a buffer whose first {@code size} bytes are the complete file */
    static boolean matches(byte[] content, int size) {
        String text = size < MAX_BYTES ? new String(content, 0, size, StandardCharsets.ISO_8859_1) : "";
        return POINTER.matcher(text).matches();
    }
}
