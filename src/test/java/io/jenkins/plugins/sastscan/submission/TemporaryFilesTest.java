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
        Files.createFile(file("group", "me2", "1"));
        Files.createFile(folder.resolve("group-me2-1.lock"));

        Path first = Files.createFile(file("group", "me", "1"));
        Path ofAnotherGroup = Files.createFile(file("group2", "other", "1"));
        Path strange = Files.createFile(folder.resolve("group.txt"));
        Path second = Files.createFile(file("group", "me", "2"));

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(first, second, ofAnotherGroup, strange);
        }
    }

    @Test
    void what_a_killed_process_left_under_the_same_name_goes() throws Exception {
        Path left = Files.createFile(file("group", "me", "1"));

        assertThat(file("group", "me", "1")).isEqualTo(left).doesNotExist();
    }

    private Path file(String group, String owner, String name) throws Exception {
        return new TemporaryFiles(folder.toString(), group, owner, name).next();
    }
}
