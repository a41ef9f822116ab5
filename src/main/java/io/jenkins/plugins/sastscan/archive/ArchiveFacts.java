package io.jenkins.plugins.sastscan.archive;

import java.io.Serializable;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The size, contents and digests of an archive.
 *
 * @param encodedBytes size of the archive in the request body; percent-encoding makes the archive larger
 * @param sha256 SHA-256 of the archive, in lower-case hexadecimal
 * @param contentDigest SHA-256 over the names, sizes and uncompressed contents of the files, in lower-case hexadecimal;
 *     {@code docs/archive-reference.md} defines the hashed bytes
 * @param skippedFiles the files that are missing or incomplete in the archive
 */
public record ArchiveFacts(
        ContentStatistics contents,
        long archiveBytes,
        long encodedBytes,
        String sha256,
        String contentDigest,
        SkippedFiles skippedFiles)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /** Percent-encoding, the longest upload encoding, turns one archive byte into at most three body bytes. */
    private static final int MAX_PER_BYTE = 3;

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{1,64}");

    /** @throws IllegalArgumentException if the values, which may come from an agent, are impossible */
    public ArchiveFacts {
        if (archiveBytes < 0 || encodedBytes < archiveBytes || encodedBytes / MAX_PER_BYTE > archiveBytes) {
            throw new IllegalArgumentException("invalid number of bytes");
        }
        if (!DIGEST.matcher(sha256).matches() || !DIGEST.matcher(contentDigest).matches()) {
            throw new IllegalArgumentException("not a digest");
        }
        Objects.requireNonNull(contents);
        Objects.requireNonNull(skippedFiles);
    }

    public long files() {
        return contents.files();
    }

    /** Size of all files before compression, in bytes. */
    public long rawBytes() {
        return contents.bytes();
    }
}
