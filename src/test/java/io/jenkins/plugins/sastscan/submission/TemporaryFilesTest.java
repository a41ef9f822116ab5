package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFilesTest {
    @TempDir
    Path folder;

    @Test
    void what_a_dead_owner_left_goes_and_what_others_use_stays() throws Exception {
        TemporaryFiles dead = new TemporaryFiles(folder, "group", "me2");
        Files.createFile(dead.next("1"));
        Files.createFile(dead.lock("1"));
        TemporaryFiles living = new TemporaryFiles(folder, "group", "me");

        Path first = Files.createFile(living.next("1"));
        Path ofAnotherGroup = Files.createFile(new TemporaryFiles(folder, "group2", "other").next("1"));
        Path strange = Files.createFile(folder.resolve("group.txt"));
        Path second = Files.createFile(living.next("2"));

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(first, second, ofAnotherGroup, strange);
        }
    }

    @Test
    void what_a_killed_process_left_under_the_same_name_goes() throws Exception {
        TemporaryFiles files = new TemporaryFiles(folder, "group", "me");
        Path left = Files.createFile(files.next("1"));

        assertThat(files.next("1")).isEqualTo(left).doesNotExist();
    }
}
