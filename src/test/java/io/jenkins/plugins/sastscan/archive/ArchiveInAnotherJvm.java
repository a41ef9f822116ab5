package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Archives in a JVM of its own, whose locale, heap and environment a test decides. */
final class ArchiveInAnotherJvm {
    private ArchiveInAnotherJvm() {}

    public static void main(String[] arguments) throws Exception {
        Selection selection = Selection.everything(FileChoice.of(arguments[2]));
        try {
            new DirectoryArchiver(SizeLimit.none())
                    .archive(Path.of(arguments[0]), selection, Path.of(arguments[1]), false, bytes -> {});
        } catch (ArchiveException e) {
            System.out.println(e.getMessage());
        }
    }

    /** Runs it in a locale, and returns what it prints: nothing, or why it failed. */
    static String run(Path root, Path target, FileChoice files, String locale, Map<String, String> environment)
            throws IOException {
        ProcessBuilder child = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ArchiveInAnotherJvm.class.getName(),
                root.toString(),
                target.toString(),
                files.name());
        child.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        child.environment().put("LC_ALL", locale);
        child.environment().putAll(environment);
        Process process = child.redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
