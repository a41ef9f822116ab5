package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

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
                Selection selection = new Selection(List.of(), List.of(), false, true, choice);
                assertThat(ArchiveFixture.listOrNothing(directory, selection))
                        .as("%s of seed %s", choice, seed)
                        .containsExactlyInAnyOrderElementsOf(expected(repository, choice));
            }
        } finally {
            ArchiveFixture.delete(directory);
        }
    }

    private static Set<String> expected(RandomRepository repository, FileChoice choice) throws Exception {
        Path top = repository.git().directory();
        Set<String> files = new TreeSet<>();
        List<Path> links = new ArrayList<>();
        String listed = choice == FileChoice.TRACKED
                ? repository.git().git("ls-files", "-z", "--cached")
                : repository.git().git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
        for (String name : listed.split("\0")) {
            Path path = top.resolve(name);
            if (!name.isEmpty() && isInPlace(path)) {
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    files.add(name);
                } else if (Files.isSymbolicLink(path)) {
                    links.add(path);
                }
            }
        }
        Set<String> all = new TreeSet<>(files);
        links.stream()
                .filter(link -> Files.exists(link)
                        && files.contains(top.relativize(real(link)).toString()))
                .forEach(link -> all.add(top.relativize(link).toString()));
        return all;
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
