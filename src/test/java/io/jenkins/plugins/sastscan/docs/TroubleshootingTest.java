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

    /** Texts of the sources that nobody is shown, with the reason. */
    private static final Set<String> NOT_SHOWN = Set.of(
            // No form and no parameter sets it.
            "Invalid size limit: \u2026. Use at least 1 byte.",
            "first delay",
            "maximum delay",
            "time limit for short calls",
            "time limit for uploads",
            // Ends a thread when a build is aborted, and is not shown.
            "Interrupted while writing an archive.",
            "The build was aborted before the work started.",
            "Interrupted while reading a directory.",
            "Interrupted while walking a directory.",
            "Interrupted while reading an archive.",
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

    TroubleshootingTest() throws IOException {}

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
