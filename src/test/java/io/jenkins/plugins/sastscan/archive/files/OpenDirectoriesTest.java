package io.jenkins.plugins.sastscan.archive.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.LinkPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OpenDirectoriesTest extends ArchiveFixture {
    @Test
    void directories_beyond_the_maximum_path_length_are_unreadable() throws Exception {
        try (OpenDirectories directories = LinkPolicy.open(root, root, ALL)) {
            Assumptions.assumeTrue(directories.followsNoLinks());
        }
        int depth = 3 * DirectoryHandles.MAX_OPEN;
        String name = "d".repeat(30);
        // The path of the file in the last archived directory has 4,093 bytes.
        int archived = 132;
        run(
                root,
                "sh",
                "-c",
                "for i in $(seq " + depth + "); do mkdir " + name + "; cd -P " + name + "; printf x > f; done");
        try {
            ArchiveFacts facts = archive();
            assertThat(facts.files()).isEqualTo(archived);
            assertThat(facts.rawBytes()).isEqualTo(archived);
            assertThat(names(facts.skippedFiles(), SkipReason.UNREADABLE)).hasSize(1);
        } finally {
            run(root, "rm", "-rf", name);
        }
    }

    @Test
    void the_number_of_open_directories_is_limited_and_is_zero_at_the_end() throws Exception {
        for (int i = 0; i < 2 * DirectoryHandles.MAX_OPEN; i++) {
            write("x".repeat(1 + i / 2) + "/" + i + "/f", "text");
        }
        write("m", noise(300_000));
        List<Integer> open = new ArrayList<>();
        archive(SizeLimit.none(), bytes -> open.add(descriptors()));
        assertThat(open).allMatch(number -> number <= 2 * DirectoryHandles.MAX_OPEN + 16);
        assertThat(descriptors()).isZero();

        Files.delete(target);
        assertThatThrownBy(() -> archive(SizeLimit.none(), bytes -> {
                    throw new IllegalStateException();
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(descriptors()).isZero();
        assertRefused(() -> archive(SizeLimit.of(2_000), bytes -> {}), "too large");
        assertThat(descriptors()).isZero();
        assertThatThrownBy(() -> archive(
                        SizeLimit.none(), bytes -> Thread.currentThread().interrupt()))
                .isInstanceOf(InterruptedException.class);
        assertThat(descriptors()).isZero();
        assertRefused(() -> list(new Selection(List.of("none"), List.of(), true, true)), "match nothing");
        write(".sastignore", "/");
        assertRefused(() -> list(ALL), "Line 1 of .sastignore is invalid");
        assertThat(descriptors()).isZero();
    }

    /** The number of open files and directories below the root. */
    private int descriptors() {
        Path process = Path.of("/proc/self/fd");
        Assumptions.assumeTrue(Files.isDirectory(process));
        int number = 0;
        try (Stream<Path> all = Files.list(process)) {
            for (Path each : all.toList()) {
                try {
                    number += Files.readSymbolicLink(each).startsWith(root.toRealPath()) ? 1 : 0;
                } catch (NoSuchFileException e) {
                    // Each link stands for an open file. Linux removes the link when the file is closed.
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return number;
    }

    /** The letter case of a directory name on disk can differ from that in the index of Git. */
    @Test
    void a_directory_in_another_letter_case_is_not_mistaken_for_a_link_on_macos() throws Exception {
        try (FileSystem other = Jimfs.newFileSystem(Configuration.osX())) {
            root = Files.createDirectory(other.getPath("root")).toRealPath();
            write("Src/a", "");
            try (OpenDirectories directories = LinkPolicy.open(root, root, ALL)) {
                assertThat(directories.new SymlinkRaceCheck().problem(root.resolve("src/a")))
                        .isNull();
            }
        }
    }
}
