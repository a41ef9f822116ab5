package io.jenkins.plugins.sastscan.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The threads and sockets of this process before a call. Checks that no new ones remain after the call. */
record Leftovers(Set<Thread> threads, long sockets) {
    /** The names of threads that OkHttp, Okio and Java keep for later calls. */
    private static final List<String> KNOWN =
            List.of("OkHttp ", "Okio Watchdog", "process reaper", "HttpClient-", "ForkJoinPool.commonPool-");

    static {
        // When Java uses the network for the first time, it opens a socket that it keeps.
        try {
            new ServerSocket(0).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Leftovers now() {
        return new Leftovers(Thread.getAllStackTraces().keySet(), openSockets());
    }

    /** Asserts that new threads end and new sockets are closed within 20 seconds. */
    void assertNoMore() {
        List<Thread> since = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !threads.contains(thread))
                .toList();
        assertAtMost(
                0,
                "threads",
                () -> since.stream()
                        .filter(thread -> thread.isAlive() && KNOWN.stream().noneMatch(thread.getName()::startsWith))
                        .count());
        assertAtMost(sockets, "open sockets", Leftovers::openSockets);
    }

    /** Asserts that only a few new threads of HTTP clients remain. Those of the JDK end when their client is garbage. */
    void assertFewMoreOfClients() {
        assertAtMost(
                5,
                "threads of HTTP clients",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> !threads.contains(thread)
                                && thread.getName().matches("(HttpClient-|OkHttp |sast-scan-).*"))
                        .count());
    }

    private static void assertAtMost(long most, String what, LongSupplier count) {
        long start = System.nanoTime();
        while (count.getAsLong() > most && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
            // The HTTP client of the JDK closes its connections when it is garbage.
            System.gc();
            Thread.yield();
        }
        assertThat(count.getAsLong()).as(what).isLessThanOrEqualTo(most);
    }

    private static long openSockets() {
        return openFiles().filter(file -> file.startsWith("socket:")).count();
    }

    /** Returns the open files, including sockets. Returns none on systems without {@code /proc/self/fd}. */
    static Stream<String> openFiles() {
        String[] descriptors = new File("/proc/self/fd").list();
        return Stream.of(descriptors == null ? new String[0] : descriptors).map(descriptor -> {
            try {
                return Files.readSymbolicLink(Path.of("/proc/self/fd", descriptor))
                        .toString();
            } catch (IOException e) {
                // The file was closed after it was listed.
                return "";
            }
        });
    }
}
