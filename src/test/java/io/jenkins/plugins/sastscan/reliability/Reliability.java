package io.jenkins.plugins.sastscan.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.StackWalker.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Rows of docs/reliability.md: what was tried, and what was seen. Each test class has a file of its own, which a new
 * run of the class begins anew.
 *
 * <p>Rows are kept only in a build of Maven: elsewhere (an IDE, a mutation test, which breaks the code on purpose)
 * nothing is written.
 */
public final class Reliability {
    private static final Set<Path> BEGUN = ConcurrentHashMap.newKeySet();

    private Reliability() {}

    /**
     * Keeps a row; to be called when all that it says has been asserted.
     *
     * @param area the table that it goes to, as "Faults"
     * @param caseName what goes wrong
     * @param where what it happens to: an operation, a stage, a field; rows that differ in this alone are shown as one
     * @param expected what should come of it
     * @param seen what came of it: the same words when it is as expected
     * @param took how long that was
     */
    public static void record(String area, String caseName, String where, String expected, String seen, Duration took) {
        String module = System.getProperty("basedir");
        if (module == null) {
            return;
        }
        Path file = Path.of(module, "target", "reliability", testClass() + ".tsv");
        List<String> cells = List.of(area, caseName, where, expected, seen, Long.toString(took.toMillis()));
        append(file, String.join("\t", cells.stream().map(Reliability::cell).toList()));
    }

    /**
     * Tries a case, asserts that it comes out as expected and keeps the row; also when it does not, saying what was
     * seen instead.
     */
    public static void prove(String area, String caseName, String where, String expected, Callable<String> trial)
            throws Exception {
        long start = System.nanoTime();
        String seen = "not tried to the end";
        try {
            seen = trial.call();
        } catch (Exception | AssertionError e) {
            seen = e.toString();
            throw e;
        } finally {
            record(area, caseName, where, expected, seen, Duration.ofNanos(System.nanoTime() - start));
        }
        assertThat(seen).isEqualTo(expected);
    }

    /** What is tried, with assertions for all that is expected of it. */
    @FunctionalInterface
    public interface Trial {
        void run() throws Exception;
    }

    /** Tries a case whose own assertions are the comparison, and keeps the row as above. */
    public static void hold(String area, String caseName, String where, String expected, Trial trial) throws Exception {
        prove(area, caseName, where, expected, () -> {
            trial.run();
            return expected;
        });
    }

    private static synchronized void append(Path file, String row) {
        try {
            if (BEGUN.add(file)) {
                Files.createDirectories(file.getParent());
                Files.deleteIfExists(file);
            }
            Files.writeString(file, row + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The outermost class on the stack that is a test. */
    private static String testClass() {
        return StackWalker.getInstance()
                .walk(frames -> frames.map(StackFrame::getClassName)
                        .map(name -> name.replaceAll("\\$.*", ""))
                        .filter(name -> name.endsWith("Test"))
                        .reduce((inner, outer) -> outer))
                .orElseThrow(() -> new IllegalStateException("no class on the stack ends in Test"));
    }

    private static String cell(String text) {
        return text.replaceAll("[\\p{Cntrl}]+", " ").strip();
    }
}
