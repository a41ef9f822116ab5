package io.jenkins.plugins.sastscan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import java.beans.Introspector;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.kohsuke.stapler.export.Exported;

/**
 * Links lead somewhere, the named tests exist, {@code docs/report.md} lists just what builds tell over REST, and whoever
 * searches {@code docs/troubleshooting.md} for a message of the plugin finds it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentationTest {
    private static final Path ROOT = Documentation.root();
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$", Pattern.MULTILINE);
    private static final Pattern TEST = Pattern.compile("`(?!JenkinsTest)(\\w+Test)`");
    private static final Pattern CODE_BLOCK = Pattern.compile("^```.*?^```", Pattern.MULTILINE | Pattern.DOTALL);

    /** Stands in a message for what is only known when it runs. */
    private static final String VARIABLE = "\u2026";

    private static final Pattern FORMAT = Pattern.compile("%[-.0-9]*[dfs]");
    private static final Pattern SEVERAL_WORDS = Pattern.compile("\\p{L}\\S*\\s+\\S*\\p{L}");

    /** Texts of the sources that nobody is shown, with the reason. */
    private static final Set<String> NOT_SHOWN = Set.of(
            // No form and no parameter sets it.
            "Invalid size limit: \u2026. Use at least 1 byte.",
            "first delay",
            "maximum delay",
            "time limit for short calls",
            "time limit for uploads",
            // Ends a thread when a build is aborted, and is not shown.
            "Interrupted while reading or writing.",
            "Interrupted while reading an archive.",
            "The build was aborted before the work started.",
            "Interrupted while reading a directory.",
            "Interrupted while walking a directory.",
            "Interrupted while comparing manifests.",
            // A mistake in the code alone could cause it.
            "not letters and digits: \u2026",
            "The user and password of a proxy stay on the controller",
            // Becomes a sentence about the list of contents.
            "read limit exceeded",
            // Becomes a sentence about the copy on the controller.
            "more bytes than expected",
            // A forged message of an agent alone could cause it.
            "not a digest",
            "not one for each",
            "The response is too large",
            "invalid number of bytes",
            // Stands in brackets within a sentence that is documented.
            "Status 407 without a proxy",
            "The head is too long",
            "Unexpected response code for CONNECT: \u2026",
            "Unexpected status line: \u2026",
            "unexpected end of stream",
            // An answer's body that breaks off is a failure of another name.
            "Unexpected size of a chunk: \u2026",
            // Is sent to a server.
            "--\u2026\r\nContent-Disposition: form-data; name=\"\u2026\"; filename=\"\u2026\"\r\nContent-Type: application/zip",
            "CONNECT \u2026 HTTP/1.1\r\nHost: \u2026\r\nProxy-Connection: Keep-Alive",
            "multipart/form-data; boundary=\u2026",
            "\u2026Authorization: Bearer \u2026",
            // Looked for in what git prints.
            "dubious ownership",
            "unsafe repository",
            "not a git repository",
            "must be run in a work tree",
            // Looked for in keys.
            "Proc-Type: 4,ENCRYPTED",
            "BEGIN SSH2 PUBLIC KEY",
            "-----BEGIN ([A-Z ]*PRIVATE KEY)-----");

    private final Set<String> messages = messages();
    private final List<String> documented = Documentation.of("docs/troubleshooting.md").rows().stream()
            .flatMap(row -> Documentation.code(row.get(0)))
            .toList();

    DocumentationTest() throws IOException {}

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
    void every_link_leads_to_a_file_and_a_heading_that_exist(String page) throws IOException {
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
    void the_readme_leads_to_every_page() throws IOException {
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

    @ParameterizedTest
    @MethodSource("pages")
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
        return files(ROOT.resolve("src/test/java"), "Test.java").stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
    }

    private static List<String> items(String text) {
        return Stream.of(text.replaceAll("\n  +", " ").split("\n"))
                .filter(line -> line.startsWith("- "))
                .toList();
    }

    @Test
    void every_key_is_listed_and_no_other() {
        assertThat(Documentation.of("docs/report.md").rows().stream().flatMap(row -> Documentation.code(row.get(0))))
                .containsExactlyInAnyOrderElementsOf(keys(SubmissionsAction.class, ""));
    }

    private static Set<String> keys(Class<?> bean, String prefix) {
        Set<String> keys = new TreeSet<>();
        for (Method getter : bean.getMethods()) {
            if (getter.isAnnotationPresent(Exported.class)) {
                String key = prefix + Introspector.decapitalize(getter.getName().replaceFirst("^(get|is)", ""));
                keys.add(key);
                keys.addAll(keys(content(getter), key + "."));
            }
        }
        return keys;
    }

    /** What a list holds; of all else the type itself. */
    private static Class<?> content(Method getter) {
        return getter.getGenericReturnType() instanceof ParameterizedType list
                ? (Class<?>) list.getActualTypeArguments()[0]
                : getter.getReturnType();
    }

    @Test
    void every_message_is_there() {
        Set<String> missing = new TreeSet<>(messages);
        missing.removeAll(NOT_SHOWN);
        missing.removeIf(message -> documented.stream().anyMatch(text -> shows(text, message)));

        assertThat(missing).isEmpty();
        assertThat(messages).hasSizeGreaterThan(150);
    }

    @Test
    void no_message_is_there_that_the_plugin_does_not_have() {
        Set<String> unknown = new TreeSet<>(documented);
        unknown.removeIf(text -> fixedParts(text).stream()
                .allMatch(part -> messages.stream().anyMatch(message -> message.contains(part))));

        assertThat(unknown).isEmpty();
    }

    @Test
    void what_is_left_out_exists() {
        assertThat(messages).containsAll(NOT_SHOWN);
    }

    /** Whether a text has the fixed parts of a message in their order. */
    private static boolean shows(String text, String message) {
        int from = 0;
        for (String part : fixedParts(message)) {
            int found = text.indexOf(part, from);
            if (found < 0) {
                return false;
            }
            from = found + part.length();
        }
        return true;
    }

    /**
     * The texts for people in the sources: every literal of several words, as the compiler reads them, with what is joined to
     * it; and the sentences of the properties files. What is only known when it runs is {@value #VARIABLE}.
     */
    private static Set<String> messages() throws IOException {
        Set<String> messages = new TreeSet<>();
        Path sources = ROOT.resolve("src/main");
        for (CompilationUnitTree unit : parsed(files(sources.resolve("java"), ".java"))) {
            new Literals(messages).scan(unit, null);
        }
        for (Path properties : files(sources.resolve("resources"), "Messages.properties")) {
            Properties texts = new Properties();
            try (var reader = Files.newBufferedReader(properties, StandardCharsets.UTF_8)) {
                texts.load(reader);
            }
            texts.values().stream()
                    .map(text -> MessageFormat.format((String) text, VARIABLE, VARIABLE, VARIABLE))
                    .filter(text -> text.endsWith("."))
                    .forEach(messages::add);
        }
        return messages;
    }

    /** The parts of a message that are always the same and of several words; those words tell it from others. */
    private static List<String> fixedParts(String message) {
        return Stream.of(message.split(VARIABLE))
                .map(part -> part.replaceAll("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$", ""))
                .filter(part -> SEVERAL_WORDS.matcher(part).find())
                .toList();
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private static Iterable<? extends CompilationUnitTree> parsed(List<Path> files) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            return ((JavacTask) compiler.getTask(
                            null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files)))
                    .parse();
        }
    }

    private static final class Literals extends TreePathScanner<Void, Void> {
        private final Set<String> found;

        Literals(Set<String> found) {
            this.found = found;
        }

        @Override
        public Void visitAnnotation(AnnotationTree annotation, Void nothing) {
            return null;
        }

        @Override
        public Void visitBinary(BinaryTree binary, Void nothing) {
            if (isJoin(binary) && !isJoin(getCurrentPath().getParentPath().getLeaf())) {
                List<String> parts = new ArrayList<>();
                flatten(binary, parts);
                add(String.join("", parts));
            }
            return super.visitBinary(binary, nothing);
        }

        @Override
        public Void visitLiteral(LiteralTree literal, Void nothing) {
            if (literal.getValue() instanceof String text
                    && !isJoin(getCurrentPath().getParentPath().getLeaf())) {
                add(text);
            }
            return null;
        }

        private void add(String text) {
            String message = FORMAT.matcher(text)
                    .replaceAll(VARIABLE)
                    .replaceAll(VARIABLE + "{2,}", VARIABLE)
                    .strip();
            if (!fixedParts(message).isEmpty()) {
                found.add(message);
            }
        }

        private static void flatten(ExpressionTree expression, List<String> parts) {
            if (isJoin(expression)) {
                flatten(((BinaryTree) expression).getLeftOperand(), parts);
                flatten(((BinaryTree) expression).getRightOperand(), parts);
            } else if (expression instanceof LiteralTree literal) {
                parts.add(String.valueOf(literal.getValue()));
            } else {
                parts.add(VARIABLE);
            }
        }

        private static boolean isJoin(Tree tree) {
            return tree.getKind() == Tree.Kind.PLUS;
        }
    }
}
