package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFilesTest {
    @TempDir
    Path folder;

    @Test
    void what_a_dead_owner_or_process_left_goes_and_what_others_use_stays() throws Exception {
        Files.createFile(next("group", "me2", "1"));
        Files.createFile(folder.resolve("group-me2-1.lock"));
        Path first = Files.createFile(next("group", "me", "1"));
        Path ofAnotherGroup = Files.createFile(next("group2", "other", "1"));
        Path strange = Files.createFile(folder.resolve("group.txt"));
        Path second = Files.createFile(next("group", "me", "2"));
        assertThat(folder.toFile().listFiles())
                .extracting(file -> file.toPath())
                .containsExactlyInAnyOrder(first, second, ofAnotherGroup, strange);

        assertThat(next("group", "me", "1")).isEqualTo(first).doesNotExist();
    }

    @Test
    void an_owner_that_could_lead_elsewhere_is_a_defect() {
        assertThatThrownBy(() -> next("group", "../me", "1")).isInstanceOf(IllegalArgumentException.class);
    }

    private Path next(String group, String owner, String name) throws Exception {
        return new TemporaryFiles(folder.toString(), group, owner, name).next();
    }
}
