package io.jenkins.plugins.sastscan.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** This machine and its JVM. */
final class Machine {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private Machine() {}

    /** The beginning of a command that runs a class of ours in another JVM. */
    static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"));
    }

    static int processors() {
        return SYSTEM.getAvailableProcessors();
    }

    /** How many threads wanted a processor in the last minute. */
    static String load() {
        return String.format(Locale.ROOT, "%.2f", SYSTEM.getSystemLoadAverage());
    }

    static String description() {
        return "- " + processors() + " processors (" + processor() + "), "
                + (SYSTEM.getTotalMemorySize() >> 30) + " GB of memory, " + SYSTEM.getName() + " "
                + SYSTEM.getVersion() + " " + SYSTEM.getArch() + "\n"
                + "- JDK " + System.getProperty("java.runtime.version") + " (" + System.getProperty("java.vendor")
                + "), each contender in a JVM of its own with its default options\n";
    }

    private static String processor() {
        Path facts = Path.of("/proc/cpuinfo");
        if (!Files.exists(facts)) {
            return "unknown";
        }
        try {
            return Files.readAllLines(facts).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 2))
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
