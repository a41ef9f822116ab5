package io.jenkins.plugins.sastscan.archive;

import java.io.Serializable;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What an archive holds.
 *
 * @param contents its files, counted and told apart
 * @param archiveBytes bytes of the archive
 * @param bodyBytes bytes of a request body that the archive becomes, by the meter of the size limit
 * @param sha256 SHA-256 of the archive, in lower-case hexadecimal digits
 * @param contentDigest SHA-256 over the names, sizes and contents of the files in the archive's order, in lower-case
 *     hexadecimal digits: the same for the same files wherever and however they were compressed; {@code docs/archive.md}
 *     gives its input byte by byte
 * @param skippedFiles what was left out of the archive
 */
public record ArchiveFacts(
        Contents contents,
        long archiveBytes,
        long bodyBytes,
        String sha256,
        String contentDigest,
        SkippedFiles skippedFiles)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /** No encoding makes more than so many bytes of one. */
    private static final int MOST_PER_BYTE = 3;

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{1,64}");

    /** @throws IllegalArgumentException if no archive can be so: values may come from another machine */
    public ArchiveFacts {
        if (archiveBytes < 0 || bodyBytes < archiveBytes || bodyBytes / MOST_PER_BYTE > archiveBytes) {
            throw new IllegalArgumentException("negative, or no body of such an archive");
        }
        if (!DIGEST.matcher(sha256).matches() || !DIGEST.matcher(contentDigest).matches()) {
            throw new IllegalArgumentException("not a digest");
        }
        Objects.requireNonNull(contents);
        Objects.requireNonNull(skippedFiles);
    }

    /** Files in it. */
    public long files() {
        return contents.files();
    }

    /** Bytes of its files before compression. */
    public long rawBytes() {
        return contents.bytes();
    }
}
