package io.jenkins.plugins.sastscan.simulator;

import java.nio.file.Path;

/**
 * An archive that a client uploaded.
 *
 * @param file the zip as it was received; there until the next upload to its project, or until the simulator is closed
 * @param bytes size of the zip
 * @param sha256 of the zip, in lower-case hexadecimal
 * @param entries entries read, directories among them
 * @param rawBytes bytes in all entries read
 * @param manifest a UTF-8 text file with a line an entry, in the order of the zip: SHA-256 of the content, size in
 *     bytes, name as a JSON string, two blanks between
 * @param readable whether the zip could be read to its end, and its end tells the number of entries found
 */
public record ReceivedArchive(
        Path file, long bytes, String sha256, long entries, long rawBytes, Path manifest, boolean readable) {}
