package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.RandomTrees.Scenario;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.apache.tools.ant.DirectoryScanner;
import org.apache.tools.ant.types.selectors.SelectorUtils;

class SelectionEqualsAntTest {
    @Property(tries = 50, edgeCases = EdgeCasesMode.NONE)
    void any_selection_takes_of_any_tree_what_ant_takes(@ForAll("scenarios") Scenario scenario) throws Exception {
        assertTakesWhatAntTakes(scenario);
    }

    @Tag("slow")
    @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
    void many_selections_take_of_many_trees_what_ant_takes(@ForAll("scenarios") Scenario scenario) throws Exception {
        assertTakesWhatAntTakes(scenario);
    }

    private static void assertTakesWhatAntTakes(Scenario scenario) throws Exception {
        Path directory = Files.createTempDirectory("sast-tree");
        try {
            scenario.tree().create(directory);
            for (Selection selection : scenario.selections()) {
                assertThat(selected(directory, selection))
                        .as("%s", selection)
                        .containsExactlyInAnyOrderElementsOf(
                                selection.caseSensitive() ? ants(directory, selection) : matched(directory, selection));
            }
        } finally {
            delete(directory);
        }
    }

    @Provide
    Arbitrary<Scenario> scenarios() {
        return RandomTrees.scenarios();
    }

    private static List<String> selected(Path directory, Selection selection) throws Exception {
        List<String> names = new ArrayList<>();
        try {
            new DirectoryArchiver(SizeLimit.none()).list(directory, selection, file -> names.add(file.name()));
        } catch (ArchiveException e) {
            assertThat(names).isEmpty();
        }
        return names;
    }

    /** Ant's scanner has quirks where case does not matter, so each path is matched by itself. */
    private static List<String> matched(Path directory, Selection selection) throws Exception {
        List<String> excludes = new ArrayList<>(selection.excludes());
        excludes.addAll(selection.defaultExcludes() ? DefaultExcludes.patterns() : DefaultExcludes.always());
        return selected(directory, new Selection(List.of(), List.of(), false, true)).stream()
                .filter(name -> selection.includes().isEmpty() || matches(selection.includes(), name))
                .filter(name -> !matches(excludes, name))
                .toList();
    }

    private static boolean matches(List<String> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> SelectorUtils.matchPath(asAnt(pattern), asAnt(name), false));
    }

    private static String asAnt(String path) {
        return path.replace('\\', '/').replaceFirst("/$", "/**").replace('/', File.separatorChar);
    }

    static List<String> ants(Path directory, Selection selection) {
        List<String> excludes = new ArrayList<>(selection.excludes());
        excludes.addAll(selection.defaultExcludes() ? DefaultExcludes.patterns() : DefaultExcludes.always());
        DirectoryScanner scanner = new DirectoryScanner();
        scanner.setBasedir(directory.toFile());
        scanner.setCaseSensitive(selection.caseSensitive());
        if (!selection.includes().isEmpty()) {
            scanner.setIncludes(selection.includes().toArray(String[]::new));
        }
        scanner.setExcludes(excludes.toArray(String[]::new));
        scanner.scan();
        return Arrays.stream(scanner.getIncludedFiles())
                .map(name -> name.replace(File.separatorChar, '/'))
                .toList();
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
