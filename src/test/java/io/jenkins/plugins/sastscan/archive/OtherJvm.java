package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Creates archives in another JVM, which has its own locale and environment variables. */
public final class OtherJvm {
    private OtherJvm() {}

    /** Runs in the other JVM. */
    private static final class Main {
        public static void main(String[] arguments) throws Exception {
            Selection selection = new Selection(
                    List.of(), List.of(), true, true, FileChoice.valueOf(arguments[2]), Selection.GIT, List.of());
            try {
                new DirectoryArchiver(new SizeLimit(Long.MAX_VALUE, false), new Boundary(arguments[0], List.of(), "@"))
                        .archive(Path.of(arguments[0]), selection, Path.of(arguments[1]), false, bytes -> {});
            } catch (ArchiveException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** Starts the other JVM with a small heap. Returns the failure message, or an empty text after a success. */
    public static String archive(
            Path root, Path target, FileChoice files, String locale, Map<String, String> environment) throws Exception {
        return output(Main.class, locale, environment, root.toString(), target.toString(), files.name());
    }

    /** Runs a class in the other JVM, and returns its output. */
    static String output(Class<?> main, String locale, Map<String, String> environment, String... arguments)
            throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder child = new ProcessBuilder(command);
        child.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        child.environment().put("LC_ALL", locale);
        child.environment().putAll(environment);
        Process process = child.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }
}
