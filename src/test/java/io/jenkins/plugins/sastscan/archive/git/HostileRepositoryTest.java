package io.jenkins.plugins.sastscan.archive.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.files.OpenDirectories;
import io.jenkins.plugins.sastscan.archive.select.FileTree;
import io.jenkins.plugins.sastscan.archive.select.LinkPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Committed files, the index and the configuration of a repository cannot select other files or start programs. */
@Timeout(60)
class HostileRepositoryTest extends ArchiveFixture {
    private static final String NOT_TOP =
            " contains .git, but for Git it is not the top directory of a work tree. Check out the sources again";

    private GitRepository repository;

    @BeforeEach
    void makeRepository() throws Exception {
        repository = GitRepository.init(root);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ALL")
    void a_committed_bare_repository_does_not_change_the_selection(FileChoice choice) throws Exception {
        writeEmpty("app/src/main.c", "app/listed.c", "other/x");
        writeBareRepository("app", ".", "listed.c");
        repository.commit(".");
        List<String> committed = repository.git("ls-files", "app").lines().toList();
        assertThat(committed).contains("app/HEAD", "app/index", "app/src/main.c");
        assertThat(list(root.resolve("app"), choice(choice)))
                .containsExactlyInAnyOrderElementsOf(
                        committed.stream().map(name -> name.substring(4)).toList());
        assertThat(list(root.resolve("app/src"), choice(choice))).containsExactly("main.c");
    }

    @Test
    void a_committed_bare_repository_cannot_list_another_work_tree() throws Exception {
        writeEmpty("app/main.c", "../elsewhere/private/project/x");
        GitRepository.init(temp.resolve("elsewhere/private/project"));
        writeBareRepository("app", temp.resolve("elsewhere").toRealPath().toString());
        repository.commit(".");
        root = root.resolve("app");
        SkippedFiles skippedFiles = list(choice(FileChoice.NOT_IGNORED));
        assertThat(names).contains("main.c");
        assertThat(skippedFiles.groups()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "../..", "../app", "../../elsewhere"})
    void a_repository_with_a_work_tree_elsewhere_is_rejected(String workTree) throws Exception {
        writeEmpty("a", "app/b", "../elsewhere/private/project/x");
        GitRepository.init(temp.resolve("elsewhere/private/project"));
        repository.commit(".");
        repository.git("config", "core.worktree", workTree);
        for (Path directory : List.of(root, root.resolve("app"))) {
            for (FileChoice choice : List.of(FileChoice.TRACKED, FileChoice.NOT_IGNORED)) {
                assertRefused(() -> list(directory, choice(choice)), root.toRealPath() + NOT_TOP);
            }
        }
    }

    @Test
    void a_submodule_with_a_work_tree_elsewhere_is_rejected() throws Exception {
        writeEmpty("secret");
        GitRepository submodule = GitRepository.init(root.resolve("sub"));
        submodule.write("file", "");
        submodule.commit(".");
        repository.git("-c", "advice.addEmbeddedRepo=false", "add", "sub");
        submodule.git("config", "core.worktree", root.toString());
        Path sub = root.toRealPath().resolve("sub");
        assertRefused(() -> list(choice(FileChoice.TRACKED)), sub + NOT_TOP);
        assertRefused(() -> list(root.resolve("sub"), choice(FileChoice.TRACKED)), sub + NOT_TOP);
    }

    @Test
    void an_invalid_git_directory_does_not_make_git_use_the_parent_repository() throws Exception {
        writeEmpty("app/a", "empty/a", "file/a");
        writeBareRepository("app", ".", "a");
        repository.commit(".");
        for (String name : List.of("app", "empty")) {
            Files.createDirectory(root.resolve(name).resolve(".git"));
        }
        Files.writeString(root.resolve("file/.git"), "gitdir: nowhere\n");
        Path app = root.toRealPath().resolve("app");
        assertRefused(() -> list(root.resolve("empty"), choice(FileChoice.TRACKED)), "empty" + NOT_TOP);
        assertRefused(
                () -> list(root.resolve("file"), choice(FileChoice.TRACKED)), "file is not in a work tree of Git");

        assertRefused(
                () -> walk(
                        app,
                        FileChoice.TRACKED,
                        git -> replace(git, "safe.bareRepository=explicit", "safe.bareRepository=all")),
                app + NOT_TOP);
        assumeTrue(refusesBareRepositories(app), "Git before 2.38 accepts any directory as a bare repository");
        assertRefused(
                () -> list(app, choice(FileChoice.TRACKED)), "Git cannot list the files of " + app, "bare repository");
    }

    private static boolean refusesBareRepositories(Path directory) throws Exception {
        String[] git = {"git", "-c", "safe.bareRepository=explicit", "rev-parse", "--git-dir"};
        return new ProcessBuilder(git).directory(directory.toFile()).start().waitFor() != 0;
    }

    private static void replace(ProcessBuilder git, String argument, String by) {
        git.command(git.command().stream()
                .map(each -> each.equals(argument) ? by : each)
                .toList());
    }

    @Test
    void linked_work_trees_and_work_trees_with_a_separate_git_directory_are_listed() throws Exception {
        assumePosix();
        writeEmpty("a", "app/b", "app/c/d");
        repository.commit(".");
        repository.git("worktree", "add", "-q", "../linked");
        repository.git("clone", "-q", "--bare", ".", "../bare.git");
        new GitRepository(temp.resolve("bare.git")).git("worktree", "add", "-q", "../of-bare");
        repository.git("clone", "-q", "--separate-git-dir=../separate.git", ".", "../separate");
        repository.git("clone", "-q", ".", "../moved");
        Files.move(temp.resolve("moved/.git"), temp.resolve("moved.git"));
        Files.createSymbolicLink(temp.resolve("moved/.git"), temp.resolve("moved.git"));
        GitRepository above = GitRepository.init(temp.resolve("above"));
        above.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", root.toString(), "sub");
        for (String name : List.of("linked", "of-bare", "separate", "moved", "above/sub")) {
            Path directory = temp.resolve(name);
            assertThat(list(directory, choice(FileChoice.TRACKED))).containsExactly("a", "app/b", "app/c/d");
            assertThat(list(directory.resolve("app"), choice(FileChoice.NOT_IGNORED)))
                    .containsExactly("b", "c/d");
            assertThat(list(directory.resolve("app/c"), choice(FileChoice.TRACKED)))
                    .containsExactly("d");
        }
        assertThat(list(above.directory(), choice(FileChoice.TRACKED)))
                .containsExactly(".gitmodules", "sub/a", "sub/app/b", "sub/app/c/d");
    }

    @Test
    void directory_names_are_not_read_as_git_patterns_or_options() throws Exception {
        assumePosix();
        writeEmpty("*/a", "x/b", ":(magic)/c", "-v/d");
        repository.commit(".");
        for (String name : List.of("*/a", "x/b", ":(magic)/c", "-v/d")) {
            Path file = root.resolve(name);
            assertThat(list(file.getParent(), choice(FileChoice.TRACKED))).containsExactly(file.getFileName() + "");
        }
    }

    @Test
    void a_forged_index_selects_nothing_outside_the_directory() throws Exception {
        writeEmpty("app/a", "b", "../secret");
        Map<String, String> paths = new TreeMap<>();
        paths.put("-0/secret", "../secret");
        paths.put("-1b", "./b");
        paths.put("app/-0/b", "app/../b");
        paths.put("app/-1a", "app/./a");
        paths.put("app/-a", "app//a");
        String secret = temp.toRealPath().resolve("secret").toString();
        paths.put("-2" + "x".repeat(secret.length() - 2), secret);
        for (String name : paths.keySet()) {
            writeEmpty(name);
        }
        repository.commit(".");
        for (String name : paths.keySet()) {
            Files.delete(root.resolve(name));
        }
        replaceInIndex(paths);
        assertThat(repository.git("ls-files").lines())
                .containsAll(paths.values())
                .doesNotContain("-1b");

        assertNothingIsTold(root, "app/a", "b");
        assertNothingIsTold(root.resolve("app"), "a");
    }

    private void assertNothingIsTold(Path directory, String... selected) throws Exception {
        root = directory;
        SkippedFiles skippedFiles = list(choice(FileChoice.TRACKED));
        assertThat(names).containsExactly(selected);
        assertThat(skippedFiles.groups()).isEmpty();
    }

    @Test
    void submodules_are_reported_only_if_they_exist_in_the_directory() throws Exception {
        writeEmpty("a");
        repository.commit(".");
        String head = repository.git("rev-parse", "HEAD").strip();
        for (String name : List.of("empty", "gone", "linked", "nowhere/gone")) {
            repository.git("update-index", "--add", "--cacheinfo", "160000," + head + "," + name);
        }
        Files.createDirectory(root.resolve("empty"));
        GitRepository.init(temp.resolve("elsewhere"));
        link("linked", "../elsewhere");
        list(choice(FileChoice.TRACKED));
        assertThat(skipped(SkipReason.SUBMODULE)).containsExactly("empty", "linked");
    }

    @Test
    void names_that_lead_elsewhere_on_windows_are_not_followed() throws Exception {
        assumePosix();
        try (FileSystem windows = Jimfs.newFileSystem(Configuration.windows())) {
            Path workspace = windows.getPath("C:\\agent\\workspace\\app");
            for (String name : List.of(
                    "src\\Main.java", "src\\sub\\b", "C:\\agent\\secrets\\key.txt", "C:\\key.txt", "..\\sibling")) {
                write(workspace, name, "content");
            }
            Files.createDirectory(workspace.resolve(".git"));
            List<String> hostile = List.of(
                    "src/C:\\agent\\secrets\\key.txt",
                    "C:\\key.txt",
                    "C:\\agent/secrets/key.txt",
                    "src/..\\..\\sibling",
                    "src\\sub/b",
                    "src/sub\\b",
                    "src/Main.java\\",
                    "\\key.txt",
                    "C:key.txt",
                    "src/Main.java:stream");
            for (String name : hostile) {
                assertNotFollowed(workspace, FileChoice.TRACKED, "src/Main.java", name);
                assertNotFollowed(workspace, FileChoice.NOT_IGNORED, "src/Main.java", name);
                assertNotFollowed(workspace.resolve("src"), FileChoice.TRACKED, "Main.java", name);
            }
        }
    }

    /** Walks a directory with a fake git that lists src/Main.java and another name. */
    private void assertNotFollowed(Path directory, FileChoice choice, String selected, String name) throws Exception {
        GitTreeReader.Git git = (workTree, arguments) -> {
            String stage = arguments.contains("--stage") ? "100644 0000 0\t" : "";
            String listing = stage + "src/Main.java\0" + stage + name + "\0";
            try {
                Path output = Files.createTempFile(temp, "git", "");
                Files.writeString(output, arguments.contains("rev-parse") ? "\n.git\n" : listing);
                return new GitProcess(new ProcessBuilder("cat", output.toString()).start(), workTree);
            } catch (IOException e) {
                throw new ArchiveException(e.toString());
            }
        };
        List<String> visited = new ArrayList<>();
        try (OpenDirectories directories = LinkPolicy.open(directory, directory, choice(choice))) {
            FileTree tree = new FileTree(directories, choice(choice), git);
            tree.walk(file -> visited.add(file.name()));
            assertThat(visited).as(name).containsExactly(selected);
            assertThat(tree.skippedFiles().groups()).as(name).isEmpty();
        }
    }

    @Test
    void the_configuration_of_a_repository_starts_no_program() throws Exception {
        configurePrograms();
        assertThat(startsProgram(git -> {})).isFalse();
    }

    /** Git before 2.45 does not support GIT_NO_LAZY_FETCH, and tries to fetch. */
    @Test
    void an_old_git_that_fetches_missing_objects_starts_no_program() throws Exception {
        configurePrograms();
        assertThat(startsProgram(git -> git.environment().remove("GIT_NO_LAZY_FETCH")))
                .isFalse();
    }

    @Test
    void missing_objects_are_not_fetched() throws Exception {
        configurePrograms();
        repository.git("config", "core.fsmonitor", "");
        ProcessBuilder git = new ProcessBuilder("git", "ls-files", "--others", "--exclude-standard");
        git.directory(root.toFile()).environment().put("GIT_NO_LAZY_FETCH", "1");
        git.start().waitFor();
        assumeTrue(Files.notExists(temp.resolve("started")), "Git before 2.45 fetches");
        assertThat(startsProgram(any -> any.environment().remove("GIT_ALLOW_PROTOCOL")))
                .isFalse();
        assertThat(list(root, choice(FileChoice.NOT_IGNORED))).containsExactly("a", "dir/a", "dir/ignored");
    }

    @ParameterizedTest
    @ValueSource(strings = {"the monitor", "fetching"})
    void without_the_protection_git_starts_configured_programs(String allowed) throws Exception {
        configurePrograms();
        assertThat(startsProgram(git -> {
                    if (allowed.equals("fetching")) {
                        git.environment().keySet().removeAll(List.of("GIT_NO_LAZY_FETCH", "GIT_ALLOW_PROTOCOL"));
                    } else {
                        replace(git, "core.fsmonitor=", "core.editor=");
                    }
                }))
                .isTrue();
    }

    /**
     * Lists the files with a changed git command, which may fail to fetch. Returns whether a configured program ran.
     */
    private boolean startsProgram(Consumer<ProcessBuilder> change) throws Exception {
        try {
            walk(root, FileChoice.NOT_IGNORED, change);
        } catch (ArchiveException e) {
            assertThat(e).hasMessageStartingWith("Git cannot list the files of ");
        }
        return Files.exists(temp.resolve("started"));
    }

    /** Configures a program wherever Git can start one. Deletes the object of an ignore file, so Git may fetch it. */
    private void configurePrograms() throws Exception {
        assumePosix();
        writeEmpty("a", "dir/a", "dir/ignored");
        write("dir/.gitignore", "ignored\n");
        repository.commit("a", "dir/a", "dir/.gitignore");
        repository.git("update-index", "--skip-worktree", "dir/.gitignore");
        String object = repository.git("rev-parse", ":dir/.gitignore").strip();
        Files.delete(root.resolve("dir/.gitignore"));
        Files.delete(root.resolve(".git/objects/" + object.substring(0, 2) + "/" + object.substring(2)));

        Path program =
                Files.writeString(temp.resolve("program"), "#!/bin/sh\ntouch '" + temp.resolve("started") + "'\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(root.resolve(".git/hooks"));
        for (String hook :
                "post-index-change,query-watchman,reference-transaction,post-checkout,pre-auto-gc".split(",")) {
            Files.copy(program, root.resolve(".git/hooks/" + hook));
        }
        String programs =
                "core.sshCommand,core.pager,pager.ls-files,core.askPass,core.gitProxy,core.editor,alias.ls-files,"
                        + "credential.helper,filter.x.clean,filter.x.smudge,filter.x.process,diff.external,remote.origin.uploadpack,"
                        + "core.fsmonitor";
        repository.git("config", "extensions.partialClone", "origin");
        repository.git("config", "remote.origin.promisor", "true");
        repository.git(
                "config", "remote.origin.url", "ext::" + program.toString().replace(" ", "% "));
        repository.git("config", "protocol.ext.allow", "always");
        write(".git/info/attributes", "* filter=x\n");
        for (String name : programs.split(",")) {
            repository.git("config", name, "'" + program + "'");
        }
        Files.deleteIfExists(temp.resolve("started"));
    }

    /** Walks a directory with a changed git command. */
    private List<String> walk(Path directory, FileChoice choice, Consumer<ProcessBuilder> change) throws Exception {
        List<String> selected = new ArrayList<>();
        GitTreeReader.Git git = (workTree, arguments) -> {
            ProcessBuilder builder = GitProcess.builder("git", workTree, arguments);
            change.accept(builder);
            try {
                return new GitProcess(builder.start(), workTree);
            } catch (IOException e) {
                throw new ArchiveException(e.toString());
            }
        };
        try (OpenDirectories directories = LinkPolicy.open(directory, directory, choice(choice))) {
            new FileTree(directories, choice(choice), git).walk(file -> selected.add(file.name()));
        }
        return selected;
    }

    /** Writes the files of a bare repository, which can be committed because no directory is named .git. */
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
            for (Path path : paths.sorted(Comparator.naturalOrder()).toList()) {
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    write(name + "/" + git.relativize(path), Files.readAllBytes(path));
                }
            }
        }
    }

    /** Replaces paths in the index. The new paths must have the same length and sort order. */
    private void replaceInIndex(Map<String, String> paths) throws Exception {
        Path index = root.resolve(".git/index");
        String bytes = Files.readString(index, StandardCharsets.ISO_8859_1);
        for (Map.Entry<String, String> path : paths.entrySet()) {
            bytes = bytes.replace(path.getKey() + "\0", path.getValue() + "\0");
        }
        Files.write(index, withChecksum(bytes.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** An index ends with its own SHA-1. */
    private static byte[] withChecksum(byte[] index) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-1");
        digest.update(index, 0, index.length - 20);
        System.arraycopy(digest.digest(), 0, index, index.length - 20, 20);
        return index;
    }
}
