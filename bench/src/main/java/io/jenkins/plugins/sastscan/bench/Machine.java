package io.jenkins.plugins.sastscan.bench;

import java.nio.file.Path;
import java.util.List;

/** This machine and its JVM. */
final class Machine {
    private Machine() {}

    /** The beginning of a command that runs a class of ours in another JVM. */
    static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"));
    }
}
