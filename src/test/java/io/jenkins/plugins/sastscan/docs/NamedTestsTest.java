package io.jenkins.plugins.sastscan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documentation names tests that exist, and {@code docs/security.md} names one for each statement. */
class NamedTestsTest {
    private static final Pattern TEST = Pattern.compile("`(?!JenkinsTest)(\\w+Test)`");

    @ParameterizedTest
    @MethodSource("io.jenkins.plugins.sastscan.docs.LinksTest#pages")
    void every_test_that_a_page_names_exists(String page) throws IOException {
        Set<String> unknown = new TreeSet<>(tests(Documentation.of(page).text()));
        unknown.removeAll(testClasses());

        assertThat(unknown).isEmpty();
    }

    @Test
    void every_statement_about_security_names_its_tests() {
        Documentation security = Documentation.of("docs/security.md");
        List<String> statements = new ArrayList<>(items(security.text()));
        security.rows().forEach(row -> statements.add(String.join(" ", row)));

        assertThat(statements)
                .hasSizeGreaterThan(20)
                .allSatisfy(
                        statement -> assertThat(tests(statement)).as(statement).isNotEmpty());
    }

    private static List<String> tests(String text) {
        return TEST.matcher(text)
                .results()
                .map((MatchResult test) -> test.group(1))
                .toList();
    }

    private static Set<String> testClasses() throws IOException {
        try (Stream<Path> files = Files.walk(Documentation.root().resolve("src/test/java"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Test.java"))
                    .map(name -> name.replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }

    /** The items of lists, each on one line. */
    private static List<String> items(String text) {
        return Stream.of(text.replaceAll("\n  +", " ").split("\n"))
                .filter(line -> line.startsWith("- "))
                .toList();
    }
}
