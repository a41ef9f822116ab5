package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.apache.tools.ant.DirectoryScanner;
import org.apache.tools.ant.types.selectors.SelectorUtils;

/**
 * What is selected of random directory trees is what Ant takes; of random repositories, with nested ignore files, ignored
 * files that are tracked and files deleted or replaced since, it is what Git lists.
 */
class SelectionEqualsTest {
    private static final List<String> NAMES = Stream.of(("a,b,src,main,a.java,B.Java,x.c,a b, b,b ,...,..a,"
                            + ".git,node_modules,target,x@tmp,job@script,#h#,[a],%41,aab,abab,"
                            + "\u00e9t\u00e9.txt,\u65e5\u672c,\ud83d\ude00")
                    .split(","))
            .filter(SelectionEqualsTest::possibleHere)
            .toList();

    private static final List<String> WILDCARDS = List.of(
            ("A,SRC,\u00c9T\u00c9.*,*.java,*.JAVA,a*,*b,*a*,?,??,a?,**a,b**,***,*a*b,?*,*?b*,Src,MAIN,*.*,*,*,*,*,*,*,**,**,**,**,**,**,**,**,**")
                    .split(","));

    private static final List<String> NAMES_FOR_GIT =
            List.of("a,b,A,src,build,x.o,keep.o,m.java,a b,#h,!n,d.c,\u00e9t\u00e9,[z],-x,q\"r".split(","));
    private static final List<String> IGNORED = List.of(("*.o,build/,/a,!keep.o,**/x.o,a b,\\#h,\\!n,\u00e9*,[abd].c,"
                    + "# comment,*,!*/,!*.java,src/*,/src/build,!src/m.java,b/**,A,[z],\\[z\\],m.*  ,,**/src/**/a")
            .split(","));

    @Property(tries = 50, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void any_selection_takes_of_any_tree_what_ant_takes(@ForAll long seed) throws Exception {
        assertTakesWhatAntTakes(seed);
    }

    @Tag("slow")
    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void many_selections_take_of_many_trees_what_ant_takes(@ForAll long seed) throws Exception {
        assertTakesWhatAntTakes(seed);
    }

    private static void assertTakesWhatAntTakes(long seed) throws Exception {
        Random random = new Random(seed);
        Path directory = Files.createTempDirectory("sast-tree");
        try {
            List<String> files = files(random);
            for (String file : files) {
                ArchiveFixture.write(directory, file, file);
            }
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                Selection selection = new Selection(
                        patterns(files, random), patterns(files, random), random.nextBoolean(), random.nextBoolean());
                assertThat(ArchiveFixture.listOrNothing(directory, selection))
                        .as("%s of seed %s", selection, seed)
                        .containsExactlyInAnyOrderElementsOf(
                                selection.caseSensitive() ? ants(directory, selection) : matched(directory, selection));
            }
        } finally {
            ArchiveFixture.delete(directory);
        }
    }

    /** Ant's scanner has quirks where case does not matter, so each path is matched by itself. */
    private static List<String> matched(Path directory, Selection selection) throws Exception {
        return ArchiveFixture.listOrNothing(directory, ArchiveFixture.ALL).stream()
                .filter(name -> selection.includes().isEmpty() || matches(selection.includes(), name))
                .filter(name -> !matches(excludes(selection), name))
                .toList();
    }

    private static boolean matches(List<String> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> SelectorUtils.matchPath(asAnt(pattern), asAnt(name), false));
    }

    private static String asAnt(String path) {
        return path.replace('\\', '/').replaceFirst("/$", "/**").replace('/', File.separatorChar);
    }

    private static List<String> excludes(Selection selection) {
        List<String> excludes = new ArrayList<>(selection.excludes());
        excludes.addAll(selection.defaultExcludes() ? DefaultExcludes.patterns() : DefaultExcludes.always());
        return excludes;
    }

    private static List<String> ants(Path directory, Selection selection) {
        DirectoryScanner scanner = new DirectoryScanner();
        scanner.setBasedir(directory.toFile());
        if (!selection.includes().isEmpty()) {
            scanner.setIncludes(selection.includes().toArray(String[]::new));
        }
        scanner.setExcludes(excludes(selection).toArray(String[]::new));
        scanner.scan();
        return Arrays.stream(scanner.getIncludedFiles())
                .map(name -> name.replace(File.separatorChar, '/'))
                .toList();
    }

    /** Relative paths, of which none is that of a directory, too. */
    private static List<String> files(Random random) {
        List<String> files = new ArrayList<>();
        for (int i = 1 + random.nextInt(12); i > 0; i--) {
            String path = IntStream.rangeClosed(0, random.nextInt(5))
                    .mapToObj(any -> any(NAMES, random))
                    .collect(Collectors.joining("/"));
            if (files.stream().noneMatch(file -> (file + "/").startsWith(path + "/") || path.startsWith(file + "/"))) {
                files.add(path);
            }
        }
        return files;
    }

    private static List<String> patterns(List<String> files, Random random) {
        return IntStream.range(0, random.nextInt(5))
                .mapToObj(any -> random.nextBoolean() ? related(files, random) : unrelated(random))
                .toList();
    }

    /** A path of the tree or its beginning, with some segments replaced by wildcards that match them. */
    private static String related(List<String> files, Random random) {
        String[] path = any(files, random).split("/");
        List<String> segments = new ArrayList<>();
        for (String name : Arrays.copyOf(path, 1 + random.nextInt(path.length))) {
            segments.add(
                    switch (random.nextInt(8)) {
                        case 0 -> "*";
                        case 1 -> "**";
                        case 2 -> name.charAt(0) + "*";
                        case 3 -> "?" + name.substring(1);
                        default -> name;
                    });
        }
        return String.join("/", segments) + any(List.of("", "", "/", "/**", "/*"), random);
    }

    /** Names and wildcards that there are. */
    private static String unrelated(Random random) {
        List<String> segments = IntStream.rangeClosed(0, random.nextInt(5))
                .mapToObj(any -> any(random.nextInt(5) < 2 ? NAMES : WILDCARDS, random))
                .toList();
        String separator = any(List.of("/", "/", "/", "/", "/", "/", "/", "\\", "\\", "//"), random);
        return String.join(separator, segments) + any(List.of("", "", "", "", "", "", "", "", "/", "\\"), random);
    }

    private static <T> T any(List<T> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }

    private static boolean possibleHere(String name) {
        boolean windows = File.separatorChar == '\\';
        return Charset.forName(System.getProperty("sun.jnu.encoding"))
                        .newEncoder()
                        .canEncode(name)
                && !(windows && (name.endsWith(" ") || name.endsWith(".")));
    }

    @Property(tries = 10, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void any_repository_is_selected_as_git_lists_it(@ForAll long seed) throws Exception {
        assertSelectsWhatGitLists(seed);
    }

    @Tag("slow")
    @Property(tries = 10_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void many_repositories_are_selected_as_git_lists_them(@ForAll long seed) throws Exception {
        assertSelectsWhatGitLists(seed);
    }

    private static void assertSelectsWhatGitLists(long seed) throws Exception {
        Random random = new Random(seed);
        Path directory = Files.createTempDirectory("sast-git");
        try {
            GitRepository repository = create(directory, random);
            for (FileChoice choice : List.of(FileChoice.TRACKED, FileChoice.NOT_IGNORED)) {
                Selection selection = new Selection(List.of(), List.of(), false, true, choice);
                assertThat(ArchiveFixture.listOrNothing(directory, selection))
                        .as("%s of seed %s", choice, seed)
                        .containsExactlyInAnyOrderElementsOf(listed(repository, choice));
            }
        } finally {
            ArchiveFixture.delete(directory);
        }
    }

    private static List<String> listed(GitRepository repository, FileChoice choice) throws Exception {
        String listed = choice == FileChoice.TRACKED
                ? repository.git("ls-files", "-z", "--cached")
                : repository.git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
        return Stream.of(listed.split("\0"))
                .filter(name -> Files.isRegularFile(repository.directory().resolve(name)))
                .toList();
    }

    private static GitRepository create(Path directory, Random random) throws Exception {
        GitRepository repository = GitRepository.init(directory);
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            writeIfFree(directory, path(random), "x");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            String lines = IntStream.range(0, 1 + random.nextInt(3))
                    .mapToObj(any -> any(IGNORED, random))
                    .collect(Collectors.joining("\n"));
            String where = chance(2, random) ? "" : path(random) + "/";
            writeIfFree(directory, where + ".gitignore", lines + "\n");
        }
        if (chance(4, random)) {
            repository.write(".git/info/exclude", any(IGNORED, random) + "\n");
        }
        if (chance(2, random)) {
            repository.git("add", ".");
        } else if (chance(2, random)) {
            repository.git("add", "-f", ".");
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            disturb(directory, random);
        }
        return repository;
    }

    /** Deletes a file, or puts a directory with an untracked file in its place. */
    private static void disturb(Path directory, Random random) throws IOException {
        List<Path> files;
        try (var paths = Files.walk(directory)) {
            files = paths.filter(Files::isRegularFile)
                    .filter(path -> !path.toString().contains("/.git/"))
                    .sorted()
                    .toList();
        }
        Path file = any(files, random);
        if (files.size() > 1 && !file.getFileName().toString().startsWith(".git")) {
            Files.delete(file);
            if (chance(2, random)) {
                ArchiveFixture.write(file, any(NAMES_FOR_GIT, random), "y");
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

    private static String path(Random random) {
        return IntStream.rangeClosed(0, random.nextInt(3))
                .mapToObj(any -> any(NAMES_FOR_GIT, random))
                .collect(Collectors.joining("/"));
    }

    private static boolean chance(int in, Random random) {
        return random.nextInt(in) == 0;
    }
}
