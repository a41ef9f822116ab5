package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetFileTest {
    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    @TempDir
    Path temp;

    @Test
    void the_archive_and_the_file_beside_it_are_for_their_owner_alone() throws Exception {
        Assumptions.assumeTrue(Files.isDirectory(OPEN_FILES), "open files can be looked at here");
        try (TargetFile file = TargetFile.create(temp.resolve("out.zip"));
                SeekableByteChannel spool = file.openSpool()) {
            assertThat(spool.isOpen()).isTrue();
            assertThat(permissionsOfOpenFiles("/out.zip")).containsExactly("rw-------");
            assertThat(permissionsOfOpenFiles("/out.zip.directory")).containsExactly("rw-------");
        }
    }

    /** Of files that may have no name any more, as those that are deleted when closed. */
    private List<String> permissionsOfOpenFiles(String name) throws IOException {
        List<String> permissions = new ArrayList<>();
        for (Path open : ArchiveTests.filesIn(OPEN_FILES)) {
            if (Files.isSymbolicLink(open)) {
                String target = Files.readSymbolicLink(open).toString().replace(" (deleted)", "");
                if (target.equals(temp.toRealPath() + name)) {
                    permissions.add(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)));
                }
            }
        }
        return permissions;
    }
}
