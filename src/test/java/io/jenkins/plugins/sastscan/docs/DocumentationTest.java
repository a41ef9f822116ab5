package io.jenkins.plugins.sastscan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentationTest {
    private static final Path ROOT = Documentation.root();
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);
    private static final Pattern TEST = Pattern.compile("`(?!JenkinsTest)(\\w+Test)`");
    private static final Pattern CODE_BLOCK = Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);

    static Stream<String> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .map(file -> ROOT.relativize(file).toString().replace('\\', '/'))
                    .filter(file -> file.endsWith(".md"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void every_link_has_an_existing_target(String page) throws IOException {
        Set<String> dead = new TreeSet<>();
        for (String link : links(page)) {
            String[] fileAndHeading = link.split("#", 2);
            Path file = fileAndHeading[0].isEmpty()
                    ? ROOT.resolve(page)
                    : ROOT.resolve(page).resolveSibling(fileAndHeading[0]).normalize();
            if (!Files.exists(file)
                    || fileAndHeading.length == 2 && !headings(file).contains(fileAndHeading[1])) {
                dead.add(link);
            }
        }

        assertThat(dead).isEmpty();
    }

    @Test
    void the_readme_links_to_every_page() throws IOException {
        assertThat(links("README.md"))
                .containsAll(pages().filter(page -> !page.equals("README.md")).toList());
    }

    private static List<String> links(String page) {
        return LINK.matcher(prose(Documentation.of(page).text()))
                .results()
                .map(link -> link.group(1))
                .filter(link -> !link.matches("[a-z]+:.*"))
                .toList();
    }

    private static List<String> headings(Path file) throws IOException {
        return HEADING.matcher(prose(Files.readString(file)))
                .results()
                .map((MatchResult heading) -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .toList();
    }

    private static String prose(String text) {
        return CODE_BLOCK.matcher(text).replaceAll("");
    }

    @Test
    void the_plugin_contains_every_message_that_the_troubleshooting_page_quotes() throws IOException {
        String texts = texts();
        Set<String> unknown = new TreeSet<>();
        for (List<String> row : Documentation.of("docs/troubleshooting.md").rows()) {
            Documentation.code(row.get(0))
                    .filter(message -> !Stream.of(message.split("\u2026"))
                            .map(String::strip)
                            .allMatch(texts::contains))
                    .forEach(unknown::add);
        }

        assertThat(unknown).isEmpty();
    }

    /** Joins concatenated string literals and continued lines, so that a message on two lines is found. */
    private static String texts() throws IOException {
        StringBuilder texts = new StringBuilder();
        for (Path file : files(ROOT.resolve("src/main/java"), ".java")) {
            texts.append(Files.readString(file));
        }
        for (Path file : files(ROOT.resolve("src/main/resources"), ".properties")) {
            texts.append(Files.readString(file));
        }
        return texts.toString().replaceAll("\"\\s*\\+\\s*\"|\\\\\n *", "").replace("\\\"", "\"");
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }
}
