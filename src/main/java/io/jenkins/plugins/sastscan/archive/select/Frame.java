package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.select.DirectoryEntry.Kind;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.MatchState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A directory of the walk. Lists the next directories in it in advance, because each file costs a system call, or a
 * request to a file server.
 */
final class Frame {
    /** More directories would need more memory, because each can have a million entries. */
    private static final int AHEAD = 3;

    /** The real path. */
    final Path path;
    /** The path in the archive, with a trailing slash. */
    final String prefix;
    /** The real path relative to the archived directory, with a trailing slash. */
    final String listed;
    /** The match state of the path in the archive. */
    final MatchState state;
    /** Whether the walk followed a link on the way. */
    final boolean linked;

    final Iterator<DirectoryEntry> rest;
    private final Iterator<DirectoryEntry> ahead;
    private final Map<DirectoryEntry, Future<List<DirectoryEntry>>> listings = new HashMap<>();

    Frame(Path path, String prefix, String listed, MatchState state, boolean linked, List<DirectoryEntry> entries) {
        this.path = path;
        this.prefix = prefix;
        this.listed = listed;
        this.state = state;
        this.linked = linked;
        rest = entries.iterator();
        ahead = entries.iterator();
    }

    static ExecutorService threads() {
        return Executors.newFixedThreadPool(2, task -> {
            Thread thread = new Thread(task, "sast-list");
            thread.setDaemon(true);
            return thread;
        });
    }

    void listAhead(GitFiles git, ExecutorService threads) {
        while (ahead.hasNext() && listings.size() < AHEAD) {
            DirectoryEntry entry = ahead.next();
            if (entry.kind() == Kind.DIRECTORY
                    && git.contains(listed + entry.name(), true)
                    && state.enter(entry.name()).skipsAll() == null) {
                listings.put(entry, threads.submit(() -> DirectoryEntry.list(entry.in(path))));
            }
        }
    }

    Future<List<DirectoryEntry>> take(DirectoryEntry entry) {
        return listings.remove(entry);
    }

    /** @param listing null if the directory was not listed in advance */
    static List<DirectoryEntry> get(Future<List<DirectoryEntry>> listing, Path directory)
            throws IOException, InterruptedException {
        try {
            return listing == null ? DirectoryEntry.list(directory) : listing.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
