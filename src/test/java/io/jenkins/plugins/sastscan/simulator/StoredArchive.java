package io.jenkins.plugins.sastscan.simulator;

import java.nio.file.Path;

/** An uploaded archive that nobody has looked into yet. */
record StoredArchive(Path file, long bytes, String sha256) {
    Path manifest() {
        return file.resolveSibling(file.getFileName() + ".manifest");
    }

    void delete() {
        ArchiveStore.delete(file);
        ArchiveStore.delete(manifest());
    }
}
