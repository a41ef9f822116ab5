package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
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
 * What is selected of random directory trees is what Ant takes. What is selected of random repositories is what Git lists:
 * with nested ignore files, ignored files that are tracked, files that were deleted or replaced since, links to files, and
 * at most one submodule.
 */
class SelectionEqualsAntAndGitTest {
    private static final List<String> ANT_NAMES = Stream.of(("a,b,src,main,a.java,B.Java,x.c,a b, b,b ,...,..a,"
                            + ".git,node_modules,target,x@tmp,job@script,#h#,[a],%41,aab,abab,"
                            + "\u00e9t\u00e9.txt,\u65e5\u672c,\ud83d\ude00")
                    .split(","))
            .filter(SelectionEqualsAntAndGitTest::possibleHere)
            .toList();

    private static final List<String> WILDCARDS = List.of(
            ("A,SRC,\u00c9T\u00c9.*,*.java,*.JAVA,a*,*b,*a*,?,??,a?,**a,b**,***,*a*b,?*,*?b*,Src,MAIN,*.*,*,*,*,*,*,*,**,**,**,**,**,**,**,**,**")
                    .split(","));

    private static final List<String> GIT_NAMES =
            List.of("a,b,A,src,build,x.o,keep.o,m.java,a b,#h,!n,d.c,\u00e9t\u00e9,[z],-x,q\"r".split(","));
    private static final List<String> IGNORED = List.of(("*.o,build/,/a,!keep.o,**/x.o,a b,\\#h,\\!n,\u00e9*,[abd].c,"
                    + "# comment,*,!*/,!*.java,src/*,/src/build,!src/m.java,b/**,A,[z],\\[z\\],m.*  ,,**/src/**/a")
            .split(","));
    private static final String SUBMODULE = "sub module";

    private Random random;
    private GitRepository top;
    /** The repository, and its submodule if it is checked out. */
    private List<GitRepository> workTrees;

    @Property(tries = 50, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void any_selection_takes_of_any_tree_what_ant_takes(@ForAll long seed) throws Exception {
        assertTakesWhatAntTakes(seed);
    }

    @Tag("slow")
    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void many_selections_take_of_many_trees_what_ant_takes(@ForAll long seed) throws Exception {
        assertTakesWhatAntTakes(seed);
    }

    private void assertTakesWhatAntTakes(long seed) throws Exception {
        random = new Random(seed);
        Path directory = Files.createTempDirectory("sast-tree");
        try {
            List<String> files = treeFiles();
            for (String file : files) {
                ArchiveFixture.write(directory, file, file);
            }
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                Selection selection =
                        new Selection(patterns(files), patterns(files), random.nextBoolean(), random.nextBoolean());
                assertThat(ArchiveFixture.listOrNothing(directory, selection))
                        .as("%s of seed %s", selection, seed)
                        .containsExactlyInAnyOrderElementsOf(ants(directory, selection));
            }
        } finally {
            ArchiveFixture.delete(directory);
        }
    }

    private static List<String> ants(Path directory, Selection selection) throws Exception {
        List<String> excludes = new ArrayList<>(selection.excludes());
        excludes.addAll(selection.defaultExcludes() ? DefaultExcludes.patterns() : DefaultExcludes.always());
        if (!selection.caseSensitive()) {
            // Ant's scanner has quirks then, so each path is matched by itself.
            return ArchiveFixture.listOrNothing(directory, ArchiveFixture.ALL).stream()
                    .filter(name -> selection.includes().isEmpty() || matches(selection.includes(), name))
                    .filter(name -> !matches(excludes, name))
                    .toList();
        }
        DirectoryScanner scanner = new DirectoryScanner();
        scanner.setBasedir(directory.toFile());
        if (!selection.includes().isEmpty()) {
            scanner.setIncludes(selection.includes().toArray(String[]::new));
        }
        scanner.setExcludes(excludes.toArray(String[]::new));
        scanner.scan();
        return Arrays.stream(scanner.getIncludedFiles())
                .map(name -> name.replace(File.separatorChar, '/'))
                .toList();
    }

    private static boolean matches(List<String> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> SelectorUtils.matchPath(asAnt(pattern), asAnt(name), false));
    }

    private static String asAnt(String path) {
        return path.replace('\\', '/').replaceFirst("/$", "/**").replace('/', File.separatorChar);
    }

    /** Relative paths, of which none is that of a directory, too. */
    private List<String> treeFiles() {
        List<String> files = new ArrayList<>();
        for (int i = 1 + random.nextInt(12); i > 0; i--) {
            String path = IntStream.rangeClosed(0, random.nextInt(5))
                    .mapToObj(any -> any(ANT_NAMES))
                    .collect(Collectors.joining("/"));
            if (files.stream().noneMatch(file -> (file + "/").startsWith(path + "/") || path.startsWith(file + "/"))) {
                files.add(path);
            }
        }
        return files;
    }

    private List<String> patterns(List<String> files) {
        return IntStream.range(0, random.nextInt(5))
                .mapToObj(any -> random.nextBoolean() ? related(files) : unrelated())
                .toList();
    }

    /** A path of the tree or its beginning, with some segments replaced by wildcards that match them. */
    private String related(List<String> files) {
        String[] path = any(files).split("/");
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
        return String.join("/", segments) + any(List.of("", "", "/", "/**", "/*"));
    }

    /** Names and wildcards that there are. */
    private String unrelated() {
        List<String> segments = IntStream.rangeClosed(0, random.nextInt(5))
                .mapToObj(any -> any(random.nextInt(5) < 2 ? ANT_NAMES : WILDCARDS))
                .toList();
        String separator = any(List.of("/", "/", "/", "/", "/", "/", "/", "\\", "\\", "//"));
        return String.join(separator, segments) + any(List.of("", "", "", "", "", "", "", "", "/", "\\"));
    }

    private <T> T any(List<T> from) {
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

    private void assertSelectsWhatGitLists(long seed) throws Exception {
        Path directory = Files.createTempDirectory("sast-git").toRealPath();
        try {
            random = new Random(seed);
            top = GitRepository.init(directory);
            workTrees = new ArrayList<>(List.of(top));
            makeRepository();
            for (FileChoice choice : List.of(FileChoice.TRACKED, FileChoice.NOT_IGNORED)) {
                assertThat(ArchiveFixture.listOrNothing(
                                directory, new Selection(List.of(), List.of(), false, true, choice)))
                        .as("%s of seed %s", choice, seed)
                        .containsExactlyInAnyOrderElementsOf(expected(choice));
            }
        } finally {
            ArchiveFixture.delete(directory);
        }
    }

    private Set<String> expected(FileChoice choice) throws Exception {
        Set<Path> files = new TreeSet<>();
        List<Path> links = new ArrayList<>();
        for (GitRepository tree : workTrees) {
            String listed = choice == FileChoice.TRACKED
                    ? tree.git("ls-files", "-z", "--cached")
                    : tree.git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
            for (String name : listed.split("\0")) {
                Path path = tree.directory().resolve(name);
                // Nothing is in its place, or what is there is a link's.
                if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                        || !path.getParent().toRealPath().equals(path.getParent())) {
                    continue;
                }
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    files.add(path);
                } else if (Files.isSymbolicLink(path) && Files.exists(path)) {
                    links.add(path);
                }
            }
        }
        Set<Path> all = new TreeSet<>(files);
        for (Path link : links) {
            if (files.contains(link.toRealPath())) {
                all.add(link);
            }
        }
        return all.stream()
                .map(path -> top.directory().relativize(path).toString())
                .collect(Collectors.toSet());
    }

    private void makeRepository() throws Exception {
        fill(top);
        if (chance(3)) {
            submodule();
        }
        if (chance(6)) {
            fill(GitRepository.init(top.directory().resolve("nested")));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            disturb();
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            link();
        }
        if (chance(3)) {
            top.git("add", "-u");
        }
    }

    /** Deletes a file, or puts a directory or an untracked file in its place. */
    private void disturb() throws IOException {
        List<Path> files = files();
        Path file = any(files);
        if (files.size() > 1 && !file.getFileName().toString().startsWith(".git")) {
            Files.delete(file);
            if (chance(2)) {
                ArchiveFixture.write(file, any(GIT_NAMES), "y");
            }
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
        if (chance(3)) {
            ArchiveFixture.delete(directory);
            Files.createDirectory(directory);
        } else {
            workTrees.add(submodule);
        }
    }

    private void link() throws IOException {
        Path link = top.directory().resolve(path());
        Path target = chance(4) ? top.directory().resolve("../outside") : any(files());
        if (isFree(link)) {
            Files.createDirectories(link.getParent());
            Files.createSymbolicLink(link, target);
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

    /** Tells whether nothing is there, and no file is in place of a directory above. */
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
                .mapToObj(any -> any(GIT_NAMES))
                .collect(Collectors.joining("/"));
    }

    private boolean chance(int in) {
        return random.nextInt(in) == 0;
    }
}
