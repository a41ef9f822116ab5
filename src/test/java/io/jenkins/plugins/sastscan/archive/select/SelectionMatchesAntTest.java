package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.Selection;
import java.io.File;
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

class SelectionMatchesAntTest extends PropertyFixture {
    private static final List<String> NAMES = Stream.of(("a,b,src,main,a.java,B.Java,x.c,a b, b,b ,...,..a,"
                            + ".git,node_modules,target,x@tmp,job@script,#h#,[a],%41,aab,abab,"
                            + "\u00e9t\u00e9.txt,\u65e5\u672c,\ud83d\ude00")
                    .split(","))
            .filter(SelectionMatchesAntTest::possibleHere)
            .toList();

    private static final List<String> WILDCARDS = List.of(
            ("A,SRC,\u00c9T\u00c9.*,*.java,*.JAVA,a*,*b,*a*,?,??,a?,**a,b**,***,*a*b,?*,*?b*,Src,MAIN,*.*,*,*,*,*,*,*,**,**,**,**,**,**,**,**,**")
                    .split(","));

    @Property(tries = 50, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void random_patterns_select_the_same_files_in_the_plugin_and_in_ant(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        inDirectory(directory -> {
            List<String> files = files(random);
            for (String file : files) {
                ArchiveFixture.write(directory, file, file);
            }
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                Selection selection = new Selection(
                        patterns(files, random), patterns(files, random), random.nextBoolean(), random.nextBoolean());
                assertThat(listOrNothing(directory, selection))
                        .as("%s of seed %s", selection, seed)
                        .containsExactlyInAnyOrderElementsOf(
                                selection.caseSensitive() ? ants(directory, selection) : matched(directory, selection));
            }
        });
    }

    @Tag("slow")
    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void many_random_patterns_select_the_same_files_in_the_plugin_and_in_ant(@ForAll long seed) throws Exception {
        random_patterns_select_the_same_files_in_the_plugin_and_in_ant(seed);
    }

    /** Matches each path separately, because Ant's scanner has quirks with case-insensitive patterns. */
    private static List<String> matched(Path directory, Selection selection) throws Exception {
        return listOrNothing(directory, ArchiveFixture.ALL).stream()
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
        excludes.addAll(DefaultExcludes.always("@"));
        excludes.addAll(selection.defaultExcludes() ? DefaultExcludes.PATTERNS : List.of());
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

    /** Returns random file paths. No path is the parent directory of another path. */
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

    /** A file path or its first segments, with wildcards in place of some segments. */
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
        return File.separatorChar == '/' || !name.endsWith(" ") && !name.endsWith(".");
    }
}
