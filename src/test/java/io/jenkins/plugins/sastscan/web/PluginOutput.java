package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.config.SastServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The classes and resources of the compiled plugin. */
final class PluginOutput {
    static final Path ROOT = root();

    private PluginOutput() {}

    private static Path root() {
        return Path.of(URI.create(SastServer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
    }

    /** All files with this ending, sorted. Fails if there are none, because tests of an empty list always pass. */
    static List<Path> files(String ending) {
        try (Stream<Path> files = Files.walk(ROOT)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(ending))
                    .filter(file -> !file.startsWith(ROOT.resolve("META-INF")))
                    .sorted()
                    .toList();
            assertThat(found).as("files *%s in %s", ending, ROOT).isNotEmpty();
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loads all classes of the plugin, but does not initialize them. */
    static List<Class<?>> classes() {
        return files(".class").stream()
                .<Class<?>>map(file -> named(name(file).replace(".class", "")).orElseThrow())
                .toList();
    }

    static Stream<Method> methods() {
        return classes().stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> !method.isSynthetic());
    }

    /** The class that a folder of views belongs to. */
    static Optional<Class<?>> classOf(Path folder) {
        String name = name(folder);
        return folder.equals(ROOT)
                ? Optional.empty()
                : named(name).or(() -> named(name.replaceFirst("[.](\\w+)$", "\\$$1")));
    }

    private static String name(Path file) {
        return ROOT.relativize(file).toString().replace(file.getFileSystem().getSeparator(), ".");
    }

    static Optional<Class<?>> named(String name) {
        try {
            return Optional.of(Class.forName(name, false, PluginOutput.class.getClassLoader()));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    static String shown(Path file) {
        return ROOT.relativize(file).toString();
    }
}
