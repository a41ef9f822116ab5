package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFilesTest {
    @TempDir
    private Path workspace;

    @Test
    void each_archive_has_a_directory_of_its_own_that_is_deleted_with_it() throws Exception {
        Path folder = workspace.resolve("a@tmp");
        Path one = TemporaryFiles.create(folder);
        Path other = TemporaryFiles.create(folder);
        Files.createFile(one);
        Files.createFile(one.resolveSibling("manifest"));
        assertThat(one.getParent()).isNotEqualTo(other.getParent());

        TemporaryFiles.delete(one);
        TemporaryFiles.delete(one);
        TemporaryFiles.delete(other);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void only_its_owner_can_enter_the_directory() throws Exception {
        Path archive = TemporaryFiles.create(workspace.resolve("a@tmp"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive.getParent())))
                .isEqualTo("rwx------");
    }

    @Test
    void only_directories_that_nobody_touched_for_a_day_are_deleted() throws Exception {
        Path folder = workspace.resolve("a@tmp");
        Path leftover = aged(folder, Duration.ofHours(25));
        Path running = aged(folder, Duration.ofHours(23));
        Path waiting = aged(folder, Duration.ofHours(25));
        TemporaryFiles.touch(waiting);
        Path foreign = Files.createDirectory(folder.resolve("durable-1"));
        age(foreign, Duration.ofDays(9));
        Path link = folder.resolve("sast-scan-link");
        Files.createSymbolicLink(link, foreign);

        TemporaryFiles.create(folder);

        assertThat(leftover.getParent()).doesNotExist();
        assertThat(running).exists();
        assertThat(waiting).exists();
        assertThat(foreign).exists();
        assertThat(link).isSymbolicLink();
    }

    @Test
    void a_link_is_not_used_as_temporary_directory() throws Exception {
        Path victim = Files.createDirectory(workspace.resolve("victim"));
        Path leftover = Files.createDirectory(victim.resolve("sast-scan-1"));
        age(leftover, Duration.ofDays(2));
        Path folder = Files.createSymbolicLink(workspace.resolve("a@tmp"), victim);

        assertThatThrownBy(() -> TemporaryFiles.create(folder)).hasMessageContaining("is a link. Remove the link.");
        assertThat(victim).isDirectoryContaining(leftover::equals);
    }

    @Test
    void a_temporary_directory_that_cannot_be_used_is_named() throws Exception {
        Path folder = Files.createFile(workspace.resolve("a@tmp"));
        assertThatThrownBy(() -> TemporaryFiles.create(folder))
                .hasMessageStartingWith("The temporary directory " + folder + " cannot be used (")
                .hasMessageEndingWith("). Check the free disk space and the permissions.");
    }

    private static Path aged(Path folder, Duration age) throws Exception {
        Path archive = TemporaryFiles.create(folder);
        Files.createFile(archive);
        age(archive.getParent(), age);
        return archive;
    }

    private static void age(Path directory, Duration age) throws Exception {
        Files.setLastModifiedTime(directory, FileTime.from(Instant.now().minus(age)));
    }
}
