package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/**
 * Random repositories: nested ignore files, ignored files that are tracked, files that were deleted or replaced since, and
 * at most one submodule.
 */
class SelectionEqualsGitTest {
    private static final List<String> NAMES =
            List.of("a,b,A,src,build,x.o,keep.o,m.java,a b,#h,!n,d.c,\u00e9t\u00e9,[z],-x,q\"r".split(","));
    private static final List<String> IGNORED = List.of(("*.o,build/,/a,!keep.o,**/x.o,a b,\\#h,\\!n,\u00e9*,[abd].c,"
                    + "# comment,*,!*/,!*.java,src/*,/src/build,!src/m.java,b/**,A,[z],\\[z\\],m.*  ,,**/src/**/a")
            .split(","));
    private static final String SUBMODULE = "sub module";

    private Random random;

    @Property(tries = 10, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void any_repository_is_selected_as_git_lists_it(@ForAll long seed) throws Exception {
        assertSelectsWhatGitLists(seed);
    }

    @Tag("slow")
    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void many_repositories_are_selected_as_git_lists_them(@ForAll long seed) throws Exception {
        assertSelectsWhatGitLists(seed);
    }

    private void assertSelectsWhatGitLists(long seed) throws Exception {
        random = new Random(seed);
        Path directory = Files.createTempDirectory("sast-git");
        try {
            List<GitRepository> workTrees = create(directory);
            for (FileChoice choice : List.of(FileChoice.TRACKED, FileChoice.NOT_IGNORED)) {
                Selection selection = new Selection(List.of(), List.of(), false, true, choice);
                assertThat(ArchiveFixture.listOrNothing(directory, selection))
                        .as("%s of seed %s", choice, seed)
                        .containsExactlyInAnyOrderElementsOf(listed(directory, workTrees, choice));
            }
        } finally {
            ArchiveFixture.delete(directory);
        }
    }

    private static List<String> listed(Path directory, List<GitRepository> workTrees, FileChoice choice)
            throws Exception {
        List<String> files = new ArrayList<>();
        for (GitRepository tree : workTrees) {
            String listed = choice == FileChoice.TRACKED
                    ? tree.git("ls-files", "-z", "--cached")
                    : tree.git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
            for (String name : listed.split("\0")) {
                Path path = tree.directory().resolve(name);
                if (Files.isRegularFile(path)) {
                    files.add(directory.relativize(path).toString());
                }
            }
        }
        return files;
    }

    /** The repository, and its submodule if it is checked out. */
    private List<GitRepository> create(Path directory) throws Exception {
        List<GitRepository> workTrees = new ArrayList<>();
        GitRepository top = GitRepository.init(directory);
        workTrees.add(top);
        fill(top);
        if (chance(3)) {
            GitRepository submodule = submodule(top);
            if (chance(3)) {
                ArchiveFixture.delete(submodule.directory());
                Files.createDirectory(submodule.directory());
            } else {
                workTrees.add(submodule);
            }
        }
        if (chance(6)) {
            fill(GitRepository.init(directory.resolve("nested")));
        }
        if (chance(3)) {
            top.git("add", "-u");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            disturb(directory);
        }
        return workTrees;
    }

    private void fill(GitRepository repository) throws Exception {
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            writeIfFree(repository.directory(), path(), "x");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            String lines = IntStream.range(0, 1 + random.nextInt(3))
                    .mapToObj(any -> any(IGNORED))
                    .collect(Collectors.joining("\n"));
            String where = chance(2) ? "" : path() + "/";
            writeIfFree(repository.directory(), where + ".gitignore", lines + "\n");
        }
        if (chance(4)) {
            repository.write(".git/info/exclude", any(IGNORED) + "\n");
        }
        if (chance(2)) {
            repository.git("add", ".");
        } else if (chance(2)) {
            repository.git("add", "-f", ".");
        }
    }

    private GitRepository submodule(GitRepository top) throws Exception {
        GitRepository submodule = GitRepository.init(top.directory().resolve(SUBMODULE));
        fill(submodule);
        submodule.commit(".");
        top.git("-c", "advice.addEmbeddedRepo=false", "add", "-f", SUBMODULE);
        top.write(".gitmodules", "[submodule \"any\"]\n\tpath = " + SUBMODULE + "\n");
        return submodule;
    }

    /** Deletes a file, or puts a directory with an untracked file in its place. */
    private void disturb(Path directory) throws IOException {
        List<Path> files;
        try (var paths = Files.walk(directory)) {
            files = paths.filter(Files::isRegularFile)
                    .filter(path -> !path.toString().contains("/.git/"))
                    .sorted()
                    .toList();
        }
        Path file = any(files);
        if (files.size() > 1 && !file.getFileName().toString().startsWith(".git")) {
            Files.delete(file);
            if (chance(2)) {
                ArchiveFixture.write(file, any(NAMES), "y");
            }
        }
    }

    /** Writes a file unless something is there, or a file is in place of a directory above. */
    private static void writeIfFree(Path directory, String name, String content) throws IOException {
        Path file = directory.resolve(name);
        boolean free = !Files.exists(file);
        for (Path above = file.getParent(); !above.equals(directory); above = above.getParent()) {
            free &= !Files.isRegularFile(above);
        }
        if (free) {
            ArchiveFixture.write(directory, name, content);
        }
    }

    private String path() {
        return IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(any -> any(NAMES))
                .collect(Collectors.joining("/"));
    }

    private <T> T any(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private boolean chance(int in) {
        return random.nextInt(in) == 0;
    }
}
