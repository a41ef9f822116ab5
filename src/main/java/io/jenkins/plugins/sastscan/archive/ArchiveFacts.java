package io.jenkins.plugins.sastscan.archive;

/**
 * What the archiver found out about an archive.
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
        SkippedFiles skippedFiles) {}
