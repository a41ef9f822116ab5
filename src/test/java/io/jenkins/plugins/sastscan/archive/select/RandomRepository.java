package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A random repository with nested ignore files, links and at most one submodule. Some tracked files are ignored,
 * deleted or replaced.
 */
final class RandomRepository {
    private static final List<String> NAMES =
            List.of("a,b,A,src,build,x.o,keep.o,m.java,a b,#h,!n,d.c,\u00e9t\u00e9,[z],-x,q\"r".split(","));
    private static final List<String> IGNORED = List.of(("*.o,build/,/a,!keep.o,**/x.o,a b,\\#h,\\!n,\u00e9*,[abd].c,"
                    + "# comment,*,!*/,!*.java,src/*,/src/build,!src/m.java,b/**,A,[z],\\[z\\],m.*  ,,**/src/**/a")
            .split(","));
    private static final String SUBMODULE = "sub module";

    private final Random random;
    final GitRepository top;
    /** The repository, and the submodule if it is checked out. */
    final List<GitRepository> workTrees = new ArrayList<>();
    /** Whether the repository has a submodule that is not checked out. */
    boolean lacksSubmodule;

    private boolean linked;

    RandomRepository(Path directory, long seed) throws Exception {
        top = GitRepository.init(directory);
        random = new Random(seed);
        workTrees.add(top);
        fill(top);
        if (chance(3)) {
            submodule();
        }
        if (chance(6)) {
            fill(GitRepository.init(directory.resolve("nested")));
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
        // A submodule without files would be reported.
        submodule.write(".gitattributes", "");
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
        Path outside = top.directory().resolve("../outside");
        try {
            Files.createDirectories(link.getParent());
            Files.createSymbolicLink(link, chance(4) ? outside : targets.get(random.nextInt(targets.size())));
            linked = true;
        } catch (FileSystemException e) {
            // There is another file of that name, or of that of its directory.
        }
    }

    /** Deletes a file or replaces it with a directory. */
    private void changeFile() throws IOException {
        List<Path> files = files();
        Path file = files.get(random.nextInt(files.size()));
        if (files.size() == 1 || file.getFileName().toString().startsWith(".git")) {
            return;
        }
        Files.delete(file);
        // If a directory replaced the file, links to the file would become links to the directory.
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

    private static void writeIfPossible(GitRepository repository, String name, String content) throws IOException {
        try {
            repository.write(name, content);
        } catch (FileSystemException e) {
            // There is another file of that name, or of that of its directory.
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
