package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The threads and sockets of this process before something, to be compared with those after it. */
record Leftovers(Set<Thread> threads, long sockets) {
    /** Threads that libraries keep idle for a while and share between all clients. */
    private static final List<String> KNOWN = List.of("OkHttp TaskRunner", "Okio Watchdog", "process reaper");

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    static Leftovers now() {
        return new Leftovers(Thread.getAllStackTraces().keySet(), openSockets());
    }

    /** Nothing has been left since: what is about to end may end first, within 20 seconds. */
    void assertNoMore() {
        List<Thread> since = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !threads.contains(thread))
                .toList();
        // Shared threads have other names while they are at work.
        assertAtMost(
                0,
                "threads",
                () -> since.stream()
                        .filter(thread -> thread.isAlive() && KNOWN.stream().noneMatch(thread.getName()::startsWith))
                        .count());
        assertAtMost(sockets, "open sockets", Leftovers::openSockets);
    }

    private static void assertAtMost(long most, String what, LongSupplier count) {
        long start = System.nanoTime();
        while (count.getAsLong() > most && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
            Thread.yield();
        }
        assertThat(count.getAsLong()).as(what).isLessThanOrEqualTo(most);
    }

    /** None where the system does not tell. */
    private static long openSockets() {
        if (!Files.isDirectory(OPEN_FILES)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(OPEN_FILES)) {
            return files.filter(Leftovers::isSocket).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException e) {
            // Closed meanwhile, as the one that lists these files.
            return false;
        }
    }
}
