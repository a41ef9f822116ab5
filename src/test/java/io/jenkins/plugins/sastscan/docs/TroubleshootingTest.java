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
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** Whoever searches {@code docs/troubleshooting.md} for a message of the plugin finds it. */
class TroubleshootingTest {
    /** Stands in a message for what is only known when it runs. */
    private static final String VARIABLE = "\u2026";

    private static final Pattern FORMAT = Pattern.compile("%[-.0-9]*[dfs]");
    private static final Pattern SEVERAL_WORDS = Pattern.compile("\\p{L}\\S*\\s+\\S*\\p{L}");

    private static final String NO_SETTING = "no form and no parameter sets it";
    private static final String ABORT = "ends a thread when a build is aborted, and is not shown";

    private static final String FORGED = "a forged message of an agent alone could cause it";
    private static final String BRACKETS = "stands in brackets within a sentence that is documented";
    private static final String GIT = "looked for in what git prints";
    private static final String SENT = "is sent to a server";
    private static final String RUN = "is a command";

    /** Texts of the sources that nobody is shown, with the reason. */
    private static final Map<String, String> NOT_SHOWN = Map.ofEntries(
            Map.entry("Invalid size limit: \u2026. Use at least 1 byte.", NO_SETTING),
            Map.entry("first delay", NO_SETTING),
            Map.entry("maximum delay", NO_SETTING),
            Map.entry("time limit for short calls", NO_SETTING),
            Map.entry("time limit for uploads", NO_SETTING),
            Map.entry("Interrupted while writing an archive.", ABORT),
            Map.entry("The build was aborted before the work started.", ABORT),
            Map.entry("Interrupted while reading a directory.", ABORT),
            Map.entry("Interrupted while walking a directory.", ABORT),
            Map.entry("Interrupted while reading an archive.", ABORT),
            Map.entry("Interrupted while comparing manifests.", ABORT),
            Map.entry("not letters and digits: \u2026", "a mistake in the code alone could cause it"),
            Map.entry("read limit exceeded", "becomes a sentence about the list of contents"),
            Map.entry("more bytes than expected", "becomes a sentence about the copy on the controller"),
            Map.entry(
                    "The user and password of a proxy stay on the controller",
                    "a mistake in the code alone could cause it"),
            Map.entry("not a digest", FORGED),
            Map.entry("not one for each", FORGED),
            Map.entry("The response is too large", FORGED),
            Map.entry("invalid number of bytes", FORGED),
            Map.entry("Status 407 without a proxy", BRACKETS),
            Map.entry("The head is too long", BRACKETS),
            Map.entry("Unexpected response code for CONNECT: \u2026", BRACKETS),
            Map.entry("Unexpected status line: \u2026", BRACKETS),
            Map.entry("unexpected end of stream", BRACKETS),
            Map.entry(
                    "Unexpected size of a chunk: \u2026",
                    "an answer's body that breaks off is a failure of another name"),
            Map.entry(
                    "--\u2026\r\nContent-Disposition: form-data; name=\"\u2026\"; filename=\"\u2026\"\r\nContent-Type:"
                            + " application/zip",
                    SENT),
            Map.entry("CONNECT \u2026 HTTP/1.1\r\nHost: \u2026\r\nProxy-Connection: Keep-Alive", SENT),
            Map.entry("multipart/form-data; boundary=\u2026", SENT),
            Map.entry("\u2026Authorization: Bearer \u2026", SENT),
            Map.entry("dubious ownership", GIT),
            Map.entry("unsafe repository", GIT),
            Map.entry("not a git repository", GIT),
            Map.entry("must be run in a work tree", GIT),
            Map.entry(
                    "git --no-pager -c core.fsmonitor=false -c core.hooksPath=/dev/null ls-files -z -t --cached --stage",
                    RUN),
            Map.entry("--others --exclude-standard", RUN),
            Map.entry("Proc-Type: 4,ENCRYPTED", "looked for in keys"),
            Map.entry("BEGIN SSH2 PUBLIC KEY", "looked for in keys"),
            Map.entry("-----BEGIN ([A-Z ]*PRIVATE KEY)-----", "looked for in keys"));

    private final Set<String> messages = messages();
    private final List<String> documented = Documentation.of("docs/troubleshooting.md").rows().stream()
            .flatMap(row -> Documentation.code(row.get(0)))
            .toList();

    TroubleshootingTest() throws IOException {}

    @Test
    void every_message_is_there() {
        Set<String> missing = new TreeSet<>(messages);
        missing.removeAll(NOT_SHOWN.keySet());
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
        assertThat(messages).containsAll(NOT_SHOWN.keySet());
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
        Path sources = Documentation.root().resolve("src/main");
        for (CompilationUnitTree unit : parsed(files(sources.resolve("java"), ".java"))) {
            new Literals(messages).scan(unit, null);
        }
        for (Path properties : files(sources.resolve("resources"), "Messages.properties")) {
            Properties texts = new Properties();
            try (Reader reader = Files.newBufferedReader(properties, StandardCharsets.UTF_8)) {
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
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            return ((JavacTask) compiler.getTask(
                            null, manager, null, null, null, manager.getJavaFileObjectsFromPaths(files)))
                    .parse();
        }
    }

    /** Collects texts from an expression each. */
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
