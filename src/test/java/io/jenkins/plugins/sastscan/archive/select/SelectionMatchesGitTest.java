package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/** In random repositories, the selected files are those that Git lists. */
class SelectionMatchesGitTest {
    @Property(tries = 10, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void the_files_that_git_lists_are_selected_in_random_repositories(@ForAll long seed) throws Exception {
        ArchiveFixture.inDirectory(directory -> {
            RandomRepository repository = RandomRepository.create(directory, seed);
            for (FileChoice choice : List.of(FileChoice.TRACKED, FileChoice.NOT_IGNORED)) {
                assertThat(selected(directory, choice))
                        .as("%s of seed %s", choice, seed)
                        .containsExactlyInAnyOrderElementsOf(expected(repository, choice));
            }
            assertOnlyWhatIsMissingIsReported(repository);
        });
    }

    @Tag("slow")
    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void the_files_that_git_lists_are_selected_in_many_random_repositories(@ForAll long seed) throws Exception {
        the_files_that_git_lists_are_selected_in_random_repositories(seed);
    }

    private static void assertOnlyWhatIsMissingIsReported(RandomRepository repository) throws Exception {
        ArchiveFixture.inDirectory(directory -> {
            SkippedFiles skippedFiles = new DirectoryArchiver(SizeLimit.none())
                    .archive(
                            repository.directory(),
                            Selection.everything(),
                            directory.resolve("a.zip"),
                            false,
                            bytes -> {})
                    .skippedFiles();
            assertThat(ArchiveFixture.names(skippedFiles, SkipReason.SUBMODULE))
                    .hasSize(repository.lacksSubmodule() ? 1 : 0);
            assertThat(ArchiveFixture.names(skippedFiles, SkipReason.LFS_POINTER))
                    .isEmpty();
        });
    }

    private static List<String> selected(Path directory, FileChoice choice) throws Exception {
        List<String> names = new ArrayList<>();
        try {
            ArchiveFixture.skippedFiles(directory, ArchiveFixture.choice(choice), names);
        } catch (ArchiveException e) {
            assertThat(e).hasMessageMatching("(?s)(Git selects no files in|Every file in .* is skipped:) .*");
            assertThat(names).isEmpty();
        }
        return names;
    }

    private static Set<String> expected(RandomRepository repository, FileChoice choice) throws Exception {
        Path top = repository.directory();
        Set<String> files = new TreeSet<>();
        List<Path> links = new ArrayList<>();
        for (GitRepository tree : repository.workTrees()) {
            String listed = choice == FileChoice.TRACKED
                    ? tree.git("ls-files", "-z", "--cached")
                    : tree.git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
            for (String name : listed.split("\0")) {
                Path path = tree.directory().resolve(name);
                if (name.isEmpty() || !isInPlace(path)) {
                    continue;
                }
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    files.add(top.relativize(path).toString());
                } else if (Files.isSymbolicLink(path)) {
                    links.add(path);
                }
            }
        }
        Set<String> all = new TreeSet<>(files);
        links.forEach(link -> all.addAll(through(top, link, files)));
        // At most one link leads to a directory. The files in that directory may be links, too.
        for (Path link : links) {
            if (Files.isDirectory(link)) {
                for (Path inside : links) {
                    if (isBelow(link, inside)) {
                        String name = top.relativize(link) + "/" + real(link).relativize(inside);
                        through(top, inside, files).forEach(any -> all.add(name));
                    }
                }
            }
        }
        return all;
    }

    private static boolean isBelow(Path link, Path inside) throws IOException {
        return !inside.equals(link) && !Files.isDirectory(inside) && inside.startsWith(real(link));
    }

    private static Set<String> through(Path top, Path link, Set<String> files) {
        Set<String> names = new TreeSet<>();
        if (Files.exists(link)) {
            Path real = real(link);
            String target = real.startsWith(top) ? top.relativize(real).toString() : "/";
            String name = top.relativize(link).toString();
            for (String file : files) {
                if (file.equals(target)) {
                    names.add(name);
                } else if (file.startsWith(target + "/")) {
                    names.add(name + file.substring(target.length()));
                }
            }
        }
        return names;
    }

    /** Whether a path exists, and no directory above it is a link. */
    private static boolean isInPlace(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                && real(path.getParent()).equals(path.getParent());
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A random repository with nested ignore files, links, at most one submodule, and tracked files that are ignored,
     * deleted or replaced.
     */
    private static final class RandomRepository {
        private static final List<String> NAMES =
                List.of("a,b,A,src,build,x.o,keep.o,m.java,a b,#h,!n,d.c,\u00e9t\u00e9,[z],-x,q\"r".split(","));
        private static final List<String> IGNORED =
                List.of(("*.o,build/,/a,!keep.o,**/x.o,a b,\\#h,\\!n,\u00e9*,[abd].c,"
                                + "# comment,*,!*/,!*.java,src/*,/src/build,!src/m.java,b/**,A,[z],\\[z\\],m.*  ,,**/src/**/a")
                        .split(","));
        private static final String SUBMODULE = "sub module";

        private final Random random;
        private final GitRepository top;
        private final List<GitRepository> workTrees = new ArrayList<>();
        private boolean linked;
        private boolean linkedDirectory;
        private boolean lacksSubmodule;

        private RandomRepository(GitRepository top, long seed) {
            this.top = top;
            this.random = new Random(seed);
        }

        static RandomRepository create(Path directory, long seed) throws Exception {
            RandomRepository repository = new RandomRepository(GitRepository.init(directory), seed);
            repository.create();
            return repository;
        }

        Path directory() {
            return top.directory();
        }

        /** The repository, and its submodule if it is checked out. */
        List<GitRepository> workTrees() {
            return workTrees;
        }

        /** Whether the repository has a submodule that is not checked out. */
        boolean lacksSubmodule() {
            return lacksSubmodule;
        }

        private void create() throws Exception {
            workTrees.add(top);
            fill(top);
            if (chance(3)) {
                submodule();
            }
            if (chance(6)) {
                fill(GitRepository.init(top.directory().resolve("nested")));
            }
            for (int i = random.nextInt(4); i > 0; i--) {
                link();
            }
            if (chance(3)) {
                top.git("add", "-u");
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                changeFile();
            }
        }

        private void fill(GitRepository repository) throws Exception {
            for (int i = 1 + random.nextInt(8); i > 0; i--) {
                writeIfPossible(repository, path(), "x");
            }
            for (int i = random.nextInt(3); i > 0; i--) {
                String lines = IntStream.range(0, 1 + random.nextInt(3))
                        .mapToObj(any -> any(IGNORED))
                        .collect(Collectors.joining("\n"));
                String where = chance(2) ? "" : path() + "/";
                writeIfPossible(repository, where + ".gitignore", lines + "\n");
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

        private void submodule() throws Exception {
            Path directory = top.directory().resolve(SUBMODULE);
            GitRepository submodule = GitRepository.init(directory);
            fill(submodule);
            submodule.commit(".");
            top.git("-c", "advice.addEmbeddedRepo=false", "add", "-f", SUBMODULE);
            top.write(".gitmodules", "[submodule \"any\"]\n\tpath = " + SUBMODULE + "\n");
            lacksSubmodule = chance(3);
            if (lacksSubmodule) {
                ArchiveFixture.delete(directory);
                Files.createDirectory(directory);
            } else {
                workTrees.add(submodule);
            }
        }

        private void link() throws IOException {
            Path link = top.directory().resolve(path());
            List<Path> targets = files();
            Path target = targets.get(random.nextInt(targets.size()));
            if (chance(4)) {
                target = top.directory().resolve("../outside");
            } else if (chance(4)) {
                target = target.getParent();
                if (linkedDirectory || link.startsWith(target)) {
                    return;
                }
                linkedDirectory = true;
            }
            if (isFree(link)) {
                Files.createDirectories(link.getParent());
                Files.createSymbolicLink(link, target);
                linked = true;
            }
        }

        /** Deletes a file, and may create a directory in its place. */
        private void changeFile() throws IOException {
            List<Path> files = files();
            Path file = files.get(random.nextInt(files.size()));
            if (files.size() == 1 || file.getFileName().toString().startsWith(".git")) {
                return;
            }
            Files.delete(file);
            // A link to the file could become a second link to a directory.
            if (!linked && chance(2)) {
                ArchiveFixture.write(file, any(NAMES), "y");
            }
        }

        private List<Path> files() throws IOException {
            try (var paths = Files.walk(top.directory())) {
                return paths.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                        .filter(path -> !path.toString().contains("/.git/"))
                        .sorted()
                        .toList();
            }
        }

        private void writeIfPossible(GitRepository repository, String name, String content) throws IOException {
            if (isFree(repository.directory().resolve(name))) {
                repository.write(name, content);
            }
        }

        /** Whether a file can be created: nothing exists there, and all parents are directories or missing. */
        private boolean isFree(Path path) {
            for (Path above = path.getParent(); !above.equals(top.directory()); above = above.getParent()) {
                if (Files.exists(above, LinkOption.NOFOLLOW_LINKS)
                        && !Files.isDirectory(above, LinkOption.NOFOLLOW_LINKS)) {
                    return false;
                }
            }
            return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
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
}
