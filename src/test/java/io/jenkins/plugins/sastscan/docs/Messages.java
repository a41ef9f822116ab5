package io.jenkins.plugins.sastscan.docs;

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

/**
 * The texts for people in the plugin's sources: every literal of several words, as the compiler reads them, with what is
 * joined to it; and the sentences of its properties files. What is only known when it runs is written {@value #VARIABLE}.
 */
final class Messages {
    static final String VARIABLE = "\u2026";

    private static final Pattern FORMAT = Pattern.compile("%[-.0-9]*[dfs]");
    private static final Pattern SEVERAL_WORDS = Pattern.compile("\\p{L}\\S*\\s+\\S*\\p{L}");

    private Messages() {}

    /** All messages, each with its variable parts marked. */
    static Set<String> all() throws IOException {
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
    static List<String> fixedParts(String message) {
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
