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
        Files.createFile(dead.next());
        Files.createFile(dead.next());
        TemporaryFiles living = new TemporaryFiles(folder, "group", "me");

        Path first = Files.createFile(living.next());
        Path ofAnotherGroup = Files.createFile(new TemporaryFiles(folder, "group2", "other").next());
        Path strange = Files.createFile(folder.resolve("group.txt"));
        Path second = Files.createFile(living.next());

        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(first, second, ofAnotherGroup, strange);
        }
    }
}
