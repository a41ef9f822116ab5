package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No file outside the archived directory is selected, even if the repository is hostile. */
@Timeout(60)
class HostileRepositoryTest extends GitFixture {
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ALL")
    void all_committed_files_are_selected_even_if_they_include_a_bare_repository(FileChoice choice) throws Exception {
        tree("app/src/main.c, app/listed.c, other/x, ../elsewhere/private/x");
        writeBareRepository("app", temp.resolve("elsewhere").toRealPath().toString(), "listed.c");
        repository.commit(".");
        List<String> committed = repository.git("ls-files", "app").lines().toList();
        assertThat(committed).contains("app/HEAD", "app/index", "app/src/main.c");
        assertThat(list(root.resolve("app"), choice(choice)))
                .containsExactlyInAnyOrderElementsOf(
                        committed.stream().map(name -> name.substring(4)).toList());
        assertThat(list(root.resolve("app/src"), choice(choice))).containsExactly("main.c");
    }

    @Test
    void git_does_not_use_the_parent_repository_if_the_git_directory_is_invalid() throws Exception {
        tree("app/a, empty/a, file/a");
        writeBareRepository("app", ".", "a");
        repository.commit(".");
        for (String name : List.of("app", "empty")) {
            Files.createDirectory(root.resolve(name).resolve(".git"));
        }
        Files.writeString(root.resolve("file/.git"), "gitdir: nowhere\n");
        for (String name : List.of("app", "empty", "file")) {
            assertRefused(
                    () -> list(root.resolve(name), choice(FileChoice.TRACKED)),
                    "Git cannot list the files of " + root.toRealPath().resolve(name)
                            + " (fatal: not a git repository");
        }
    }

    /**
     * A bare repository has no directory named .git. Therefore, its own files, such as {@code HEAD} and
     * {@code config}, can be committed to another repository.
     */
    private void writeBareRepository(String name, String workTree, String... listed) throws Exception {
        GitRepository other = GitRepository.init(temp.resolve("bare-" + name));
        for (String file : listed) {
            other.write(file, "");
        }
        other.commit(listed);
        other.git("config", "core.worktree", workTree);
        other.write(".git/refs/keep", "");
        other.write(".git/info/exclude", "src/\n");
        Path git = other.directory().resolve(".git");
        try (Stream<Path> paths = Files.walk(git)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                write(name + "/" + git.relativize(path), Files.readAllBytes(path));
            }
        }
    }

    @Test
    void directory_names_are_not_read_as_git_patterns_or_options() throws Exception {
        assumePosix();
        tree("*/a, x/b, :(magic)/c, -v/d");
        repository.commit(".");
        for (String name : List.of("*/a", "x/b", ":(magic)/c", "-v/d")) {
            Path file = root.resolve(name);
            assertThat(list(file.getParent(), choice(FileChoice.TRACKED))).containsExactly(file.getFileName() + "");
        }
    }

    @Test
    void a_forged_index_selects_nothing_outside_the_directory() throws Exception {
        tree("app/a, b, ../secret");
        Map<String, String> paths = new TreeMap<>();
        paths.put("-0/secret", "../secret");
        paths.put("-1b", "./b");
        paths.put("app/-0/b", "app/../b");
        paths.put("app/-1a", "app/./a");
        paths.put("app/-a", "app//a");
        String secret = temp.toRealPath().resolve("secret").toString();
        paths.put("-2" + "x".repeat(secret.length() - 2), secret);
        tree(String.join(",", paths.keySet()));
        repository.commit(".");
        for (String name : paths.keySet()) {
            Files.delete(root.resolve(name));
        }
        replaceInIndex(paths);
        assertThat(repository.git("ls-files").lines())
                .containsAll(paths.values())
                .doesNotContain("-1b");

        assertOnlySelected(root, "app/a", "b");
        assertOnlySelected(root.resolve("app"), "a");
    }

    @Test
    void git_does_not_run_outside_the_directory_for_a_forged_submodule() throws Exception {
        tree("a, ../other/.git/invalid");
        repository.commit(".");
        String other = temp.toRealPath().resolve("other").toString();
        String name = "-" + "x".repeat(other.length() - 1);
        addSubmodules(name);
        replaceInIndex(Map.of(name, other));
        assertSelected(choice(FileChoice.TRACKED), "a");
    }

    /** Regular expressions could need hours, or more stack than there is. */
    @Test
    void forged_paths_of_submodules_are_read_quickly() throws Exception {
        write(".gitmodules", "path = ./a" + "/".repeat(400_000) + "b\npath = " + "./".repeat(100_000) + "c/\n");
        assertThat(Submodules.in(root, "")).hasSize(2).contains("c");
    }

    private void assertOnlySelected(Path directory, String... selected) throws Exception {
        root = directory;
        SkippedFiles skippedFiles = assertSelected(choice(FileChoice.TRACKED), selected);
        assertThat(skippedFiles.groups()).isEmpty();
    }

    /** The new paths must have the same lengths and sort order as the old paths. */
    private void replaceInIndex(Map<String, String> paths) throws Exception {
        Path index = root.resolve(".git/index");
        String bytes = Files.readString(index, StandardCharsets.ISO_8859_1);
        for (Map.Entry<String, String> path : paths.entrySet()) {
            bytes = bytes.replace(path.getKey() + "\0", path.getValue() + "\0");
        }
        byte[] changed = bytes.getBytes(StandardCharsets.ISO_8859_1);
        // An index ends with the SHA-1 digest of the bytes before the digest.
        MessageDigest digest = MessageDigest.getInstance("SHA-1");
        digest.update(changed, 0, changed.length - 20);
        digest.digest(changed, changed.length - 20, 20);
        Files.write(index, changed);
    }
}
