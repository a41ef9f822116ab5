package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.codec.digest.DigestUtils;

/** An archive as it was received; there until the next upload to its project, or until the simulator is closed. */
public record ReceivedArchive(Path file) {
    public long bytes() throws IOException {
        return Files.size(file);
    }

    /** In lower-case hexadecimal. */
    public String sha256() throws IOException {
        return new DigestUtils("SHA-256").digestAsHex(file.toFile());
    }
}
