package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The threads and sockets of this process before something, to be compared with those after it. */
final class Leftovers {
    /** Threads that libraries keep idle for a while and share between all clients. */
    private static final List<String> KNOWN = List.of("OkHttp TaskRunner", "Okio Watchdog", "process reaper");

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");
    private static final long PATIENCE_SECONDS = 20;

    private final Set<Thread> threads;
    private final long sockets;

    private Leftovers(Set<Thread> threads, long sockets) {
        this.threads = threads;
        this.sockets = sockets;
    }

    static Leftovers now() {
        return new Leftovers(threads(), socketsNow());
    }

    /** Nothing has been left since: what is about to end may end first, within 20 seconds. */
    void assertNoMore() {
        Set<Thread> since = threads();
        since.removeAll(threads);
        // Shared threads have other names while they are at work.
        await(() -> since.stream().noneMatch(Leftovers::isLeft));
        assertThat(since).filteredOn(Leftovers::isLeft).as("threads").isEmpty();
        await(() -> socketsNow() <= sockets);
        assertThat(socketsNow()).as("open sockets").isLessThanOrEqualTo(sockets);
    }

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    private static boolean isLeft(Thread thread) {
        return thread.isAlive() && KNOWN.stream().noneMatch(thread.getName()::startsWith);
    }

    private static void await(BooleanSupplier state) {
        long start = System.nanoTime();
        while (!state.getAsBoolean() && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
            Thread.yield();
        }
    }

    /** None where the system does not tell. */
    private static long socketsNow() {
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
