package io.jenkins.plugins.sastscan.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The central build uses its own declarations of Jenkins types. The compiler finds missing declarations, and this test
 * finds wrong ones.
 */
class DeclarationsJenkinsTest {
    private static final Path CENTRAL = Path.of("central");

    @TempDir
    Path output;

    @Test
    void jenkins_has_all_types_and_members_that_the_central_build_declares() throws Exception {
        List<String> names = compile(CENTRAL.resolve("jenkins-api/src/main/java"));
        assertThat(names).hasSizeBetween(1, 144);
        URL[] url = {output.toUri().toURL()};
        try (URLClassLoader declarations = new URLClassLoader(url, ClassLoader.getPlatformClassLoader())) {
            for (String name : names) {
                assertThat(described(getClass().getClassLoader().loadClass(name)))
                        .containsAll(described(declarations.loadClass(name)));
            }
        }
    }

    private List<String> compile(Path sources) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                Stream<Path> files = Files.walk(sources)) {
            // The real Jenkins types are not on the class path, so the compiler reports every Jenkins type that the
            // declarations use but do not contain.
            List<String> options = List.of("-d", output.toString(), "-cp", output.toString(), "-proc:none");
            List<Path> java =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            boolean done = compiler.getTask(
                            null, manager, null, options, null, manager.getJavaFileObjectsFromPaths(java))
                    .call();
            assertThat(done)
                    .as("compiled; the standard error says what is wrong")
                    .isTrue();
        }
        try (Stream<Path> files = Files.walk(output)) {
            return files.map(file -> output.relativize(file).toString())
                    .filter(file -> file.endsWith(".class"))
                    .map(file -> file.replace(".class", "").replace(File.separator, "."))
                    .toList();
        }
    }

    /** Returns one line for the type, for each supertype with its type arguments, and for each visible member. */
    private static Set<String> described(Class<?> type) {
        Set<String> lines = new TreeSet<>(Set.of(type.toGenericString()));
        addSupertypes(type, lines);
        if (type.isAnnotation()) {
            lines.add("retention " + type.getAnnotation(Retention.class));
            lines.add("target " + type.getAnnotation(Target.class));
        }
        for (var field : type.getDeclaredFields()) {
            add(field, field.toGenericString(), lines);
        }
        for (var constructor : type.getDeclaredConstructors()) {
            add(constructor, constructor.toGenericString(), lines);
        }
        for (var method : type.getDeclaredMethods()) {
            String value = type.isAnnotation() ? " default " + method.getDefaultValue() : "";
            add(method, method.toGenericString() + value, lines);
        }
        return lines;
    }

    private static void addSupertypes(Class<?> type, Set<String> lines) {
        List<Type> supertypes = new ArrayList<>(List.of(type.getGenericInterfaces()));
        List<Class<?>> classes = new ArrayList<>(List.of(type.getInterfaces()));
        if (type.getSuperclass() != null) {
            supertypes.add(type.getGenericSuperclass());
            classes.add(type.getSuperclass());
        }
        supertypes.forEach(supertype -> lines.add("is a " + supertype.getTypeName()));
        classes.forEach(supertype -> addSupertypes(supertype, lines));
    }

    private static void add(Member member, String line, Set<String> lines) {
        boolean visible = (member.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0;
        if (visible && !member.isSynthetic()) {
            lines.add(line.replaceAll("\\b(?:synchronized|native|strictfp|transient|volatile) ", ""));
        }
    }
}
