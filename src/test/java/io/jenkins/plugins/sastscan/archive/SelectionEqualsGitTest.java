package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

class SelectionEqualsGitTest {
    @Property(tries = 10, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void any_repository_is_selected_as_git_lists_it(@ForAll long seed) throws Exception {
        assertSelectsWhatGitLists(seed);
    }

    @Tag("slow")
    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void many_repositories_are_selected_as_git_lists_them(@ForAll long seed) throws Exception {
        assertSelectsWhatGitLists(seed);
    }

    static void assertSelectsWhatGitLists(long seed) throws Exception {
        Path directory = Files.createTempDirectory("sast-git").toRealPath();
        try {
            RandomRepository repository = RandomRepository.create(directory, seed);
            for (FileChoice choice : List.of(FileChoice.TRACKED, FileChoice.NOT_IGNORED)) {
                assertThat(selected(directory, choice))
                        .as("%s of seed %s", choice, seed)
                        .containsExactlyInAnyOrderElementsOf(expected(repository, choice));
            }
            assertOnlyWhatIsMissingIsReported(repository);
        } finally {
            ArchiveFixture.delete(directory);
        }
    }

    private static void assertOnlyWhatIsMissingIsReported(RandomRepository repository) throws Exception {
        Path archive = Files.createTempDirectory("sast-zip").resolve("a.zip");
        try {
            SkippedFiles skippedFiles = new DirectoryArchiver(SizeLimit.none())
                    .archive(repository.directory(), Selection.everything(), archive, false, bytes -> {})
                    .skippedFiles();
            assertThat(skippedFiles.count(SkipReason.SUBMODULE)).isEqualTo(repository.lacksSubmodule() ? 1 : 0);
            assertThat(skippedFiles.count(SkipReason.LFS_POINTER)).isZero();
        } finally {
            ArchiveFixture.delete(archive.getParent());
        }
    }

    private static List<String> selected(Path directory, FileChoice choice) throws Exception {
        List<String> names = new ArrayList<>();
        try {
            new DirectoryArchiver(SizeLimit.none())
                    .list(
                            directory,
                            new Selection(List.of(), List.of(), false, true, choice),
                            file -> names.add(file.name()));
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
        // Files below the one linked directory may be links themselves.
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

    /** The names that a link adds. */
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

    /** Tells whether a path exists and leads through no link. */
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
}
