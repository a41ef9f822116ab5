package io.jenkins.plugins.sastscan.archive;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Recognizes the small text files that Git has in place of content that Git LFS stores elsewhere. */
final class LfsPointer {
    /** The specification of Git LFS sets this limit, exclusive. */
    private static final int MAX_BYTES = 1_024;

    private static final Pattern POINTER =
            Pattern.compile("version\\x20https://(git-lfs|hawser)\\.github\\.com/spec/v1\\n"
                    + "(ext-[0-9]-.+\\n)*oid\\x20sha256:[0-9a-f]{64}\\nsize\\x20[0-9]+\\n?");

    private LfsPointer() {}

    /** @param size number of bytes at the start of the array that are the content of the file */
    static boolean matches(byte[] content, int size) {
        if (size >= MAX_BYTES || size == 0 || content[0] != 'v') {
            return false;
        }
        return POINTER.matcher(new String(content, 0, size, StandardCharsets.ISO_8859_1))
                .matches();
    }
}
