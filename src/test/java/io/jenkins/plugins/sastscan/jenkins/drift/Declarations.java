package io.jenkins.plugins.sastscan.jenkins.drift;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The declarations of the central build, compiled by themselves and loaded apart from the real types. */
final class Declarations implements AutoCloseable {
    private final URLClassLoader loader;
    private final Path output;

    private Declarations(URLClassLoader loader, Path output) {
        this.loader = loader;
        this.output = output;
    }

    static Declarations compile(Path sources, Path output) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, StandardCharsets.UTF_8)) {
            // The output is the class path too, lest the real types stand in for what is not declared.
            List<String> options =
                    List.of("-d", output.toString(), "-cp", output.toString(), "-proc:none", "-parameters");
            boolean done = compiler.getTask(
                            null, files, problems, options, null, files.getJavaFileObjectsFromPaths(javaFiles(sources)))
                    .call();
            if (!done) {
                throw new AssertionError("The declarations do not compile: " + problems.getDiagnostics());
            }
        }
        URL[] url = {output.toUri().toURL()};
        return new Declarations(new URLClassLoader(url, ClassLoader.getPlatformClassLoader()), output);
    }

    private static List<Path> javaFiles(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    ClassWorld world() {
        return new ClassWorld(loader);
    }

    /** The names of all types that are declared. */
    List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(output)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .map(file -> output.relativize(file)
                            .toString()
                            .replace(".class", "")
                            .replace(output.getFileSystem().getSeparator(), "."))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
