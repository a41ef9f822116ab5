package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFilesTest {
    @TempDir
    Path folder;

    @Test
    void only_temporary_files_of_ended_submissions_are_deleted() throws Exception {
        Path temporary = folder.resolve("temporary");
        TemporaryFiles mine = new TemporaryFiles(temporary.toString(), "mine");
        assertThat(mine.found()).isEmpty();
        Files.createDirectory(temporary);
        List<String> running =
                List.of("sast-scan-run.zip", "sast-scan-run.zip.sha256", "sast-scan-run.lock", "sast-scan-run.1.zip");
        List<String> others = List.of("sast-scan2-dead.zip", "sast-scan.txt", "sast-scan-mine.lock");
        List<String> ended =
                List.of("sast-scan-run2.zip", "sast-scan-ru.lock", "sast-scan-dead.zip", "sast-scan-dead.zip.sha256");
        for (List<String> names : List.of(running, others, ended)) {
            for (String name : names) {
                Files.createFile(temporary.resolve(name));
            }
        }
        List<String> leftovers = mine.leftovers(mine.found(), List.of("mine", "run"));

        Files.createFile(temporary.resolve("sast-scan-began-after-that.zip"));
        mine.delete(leftovers);

        assertThat(leftovers).containsExactlyInAnyOrderElementsOf(ended);
        assertThat(temporary.toFile().list())
                .hasSize(running.size() + others.size() + 1)
                .containsAll(running)
                .containsAll(others)
                .contains("sast-scan-began-after-that.zip");
    }

    @Test
    void directories_and_unrelated_files_are_never_deleted() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Path directory = Files.createDirectory(temporary.resolve("sast-scan-directory"));
        Path other = Files.createFile(temporary.resolve("other"));
        Path outside = Files.createFile(folder.resolve("a.txt"));

        new TemporaryFiles(temporary.toString(), "mine")
                .delete(List.of("../a.txt", "other", "sast-scan-directory", "sast-scan-gone"));

        assertThat(List.of(outside, directory, other)).allMatch(Files::exists);
    }

    @Test
    void a_submission_id_with_a_path_is_rejected() {
        assertThatThrownBy(() -> new TemporaryFiles(folder.toString(), "../me"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
