package io.jenkins.plugins.sastscan.archive;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random directory trees, and random selections that have something to do with them, for property tests. */
final class RandomTrees {
    private static final List<String> NAMES = Stream.of(("a,b,A,src,SRC,main,a.java,B.Java,x.c,a b, b,b ,...,..a,"
                            + ".git,node_modules,target,x@tmp,job@script,#h#,[a],%41,aab,abab,"
                            + "\u00e9t\u00e9.txt,\u00c9T\u00c9.txt,\u65e5\u672c,\ud83d\ude00")
                    .split(","))
            .filter(RandomTrees::possibleHere)
            .toList();

    private RandomTrees() {}

    /**
     * A tree: its files, by relative paths with slashes. No two entries of a directory differ in case alone, since Ant's
     * scanner then goes by the order in which the file system lists them.
     */
    record Tree(List<String> files) {
        void create(Path directory) throws IOException {
            for (String file : files) {
                Path path = directory.resolve(file);
                Files.createDirectories(path.getParent());
                Files.writeString(path, file);
            }
        }
    }

    private static Arbitrary<Tree> trees() {
        Arbitrary<String> path =
                Arbitraries.of(NAMES).list().ofMinSize(1).ofMaxSize(5).map(list -> String.join("/", list));
        return path.list().ofMinSize(1).ofMaxSize(12).map(paths -> new Tree(consistent(paths)));
    }

    /** A tree, and selections of which half of the patterns are made of its own paths. */
    record Scenario(Tree tree, List<Selection> selections) {}

    static Arbitrary<Scenario> scenarios() {
        return trees().flatMap(tree ->
                selections(tree).list().ofMinSize(1).ofMaxSize(4).map(selections -> new Scenario(tree, selections)));
    }

    private static Arbitrary<Selection> selections(Tree tree) {
        Arbitrary<String> related = Arbitraries.randoms().map(random -> related(tree, random));
        Arbitrary<List<String>> patterns =
                Arbitraries.oneOf(patterns(), related).list().ofMaxSize(4);
        return Combinators.combine(patterns, patterns, Arbitraries.of(true, false), Arbitraries.of(true, false))
                .as(Selection::new);
    }

    /** A path of the tree or its beginning, with some segments replaced by wildcards that match them. */
    private static String related(Tree tree, Random random) {
        String[] path = tree.files.get(random.nextInt(tree.files.size())).split("/");
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
        String end = List.of("", "", "/", "/**", "/*").get(random.nextInt(5));
        String pattern = String.join("/", segments) + end;
        return pattern.isBlank() ? "*" : pattern;
    }

    /** Patterns of the names and wildcards that there are. */
    private static Arbitrary<String> patterns() {
        Arbitrary<String> segment = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.of(NAMES).filter(name -> !name.isBlank())),
                Tuple.of(4, Arbitraries.just("**")),
                Tuple.of(2, Arbitraries.just("*")),
                Tuple.of(
                        3,
                        Arbitraries.of(
                                "*.java", "*.JAVA", "a*", "*b", "*a*", "?", "??", "a?", "**a", "b**", "***", "*a*b",
                                "?*", "*?b*", "Src", "MAIN", "*.*")));
        Arbitrary<String> separator = Arbitraries.frequency(Tuple.of(8, "/"), Tuple.of(2, "\\"), Tuple.of(1, "//"));
        Arbitrary<String> end = Arbitraries.frequency(Tuple.of(8, ""), Tuple.of(1, "/"), Tuple.of(1, "\\"));
        return Combinators.combine(segment.list().ofMinSize(1).ofMaxSize(5), separator, end)
                .as((segments, between, last) -> String.join(between, segments) + last)
                .filter(pattern -> !pattern.isBlank());
    }

    /** Leaves out what cannot be in one tree: a file that is a directory too, and names that differ in case alone. */
    private static List<String> consistent(List<String> paths) {
        Map<String, String> spelling = new HashMap<>();
        Set<String> directories = new HashSet<>();
        List<String> files = new ArrayList<>();
        for (String path : paths) {
            List<String> prefixes = prefixes(path);
            boolean fits = prefixes.stream().noneMatch(files::contains)
                    && !directories.contains(path)
                    && prefixes.stream()
                            .allMatch(prefix -> spelling.getOrDefault(folded(prefix), prefix)
                                    .equals(prefix));
            if (fits) {
                prefixes.forEach(prefix -> spelling.put(folded(prefix), prefix));
                directories.addAll(prefixes.subList(0, prefixes.size() - 1));
                files.add(path);
            }
        }
        return files;
    }

    private static List<String> prefixes(String path) {
        List<String> prefixes = new ArrayList<>();
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            prefixes.add(path.substring(0, slash));
        }
        prefixes.add(path);
        return prefixes;
    }

    private static String folded(String path) {
        return path.toUpperCase(Locale.ROOT);
    }

    private static boolean possibleHere(String name) {
        boolean windows = File.separatorChar == '\\';
        return Charset.forName(System.getProperty("sun.jnu.encoding"))
                        .newEncoder()
                        .canEncode(name)
                && !(windows && (name.endsWith(" ") || name.endsWith(".")));
    }
}
