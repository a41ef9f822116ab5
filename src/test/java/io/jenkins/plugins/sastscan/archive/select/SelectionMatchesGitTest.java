package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
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

class SelectionMatchesGitTest extends PropertyFixture {
    @Property(tries = 10, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void git_and_the_plugin_select_the_same_files_of_a_random_repository(@ForAll long seed) throws Exception {
        inDirectory(directory -> {
            RandomRepository repository = new RandomRepository(directory, seed);
            for (FileChoice choice : List.of(FileChoice.TRACKED, FileChoice.NOT_IGNORED)) {
                assertThat(listOrNothing(directory, ArchiveFixture.choice(choice)))
                        .as("%s of seed %s", choice, seed)
                        .containsExactlyInAnyOrderElementsOf(expected(repository, choice));
            }
            assertOnlyWhatIsMissingIsReported(repository);
        });
    }

    @Tag("slow")
    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void git_and_the_plugin_select_the_same_files_of_many_random_repositories(@ForAll long seed) throws Exception {
        git_and_the_plugin_select_the_same_files_of_a_random_repository(seed);
    }

    private static void assertOnlyWhatIsMissingIsReported(RandomRepository repository) throws Exception {
        inDirectory(directory -> {
            SkippedFiles skippedFiles = ArchiveFixture.archiver(ArchiveFixture.NO_LIMIT, repository.top.directory())
                    .archive(
                            repository.top.directory(),
                            Selection.everything(),
                            directory.resolve("a.zip"),
                            false,
                            bytes -> {})
                    .skippedFiles();
            assertThat(ArchiveFixture.names(skippedFiles, SkipReason.SUBMODULE))
                    .hasSize(repository.lacksSubmodule ? 1 : 0);
            assertThat(ArchiveFixture.names(skippedFiles, SkipReason.LFS_POINTER))
                    .isEmpty();
        });
    }

    private static Set<String> expected(RandomRepository repository, FileChoice choice) throws Exception {
        Path top = repository.top.directory();
        Set<String> files = new TreeSet<>();
        List<Path> links = new ArrayList<>();
        for (GitRepository tree : repository.workTrees) {
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
        for (Path link : links) {
            if (Files.exists(link)
                    && files.contains(top.relativize(link.toRealPath()).toString())) {
                all.add(top.relativize(link).toString());
            }
        }
        return all;
    }

    /** Returns whether a path exists and none of its parent directories is a link. */
    private static boolean isInPlace(Path path) throws IOException {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                && path.getParent().toRealPath().equals(path.getParent());
    }
}
