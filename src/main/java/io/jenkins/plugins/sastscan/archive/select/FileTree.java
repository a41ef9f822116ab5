package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.DirectoryEntry.Kind;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.MatchState;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.Skip;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Walks a directory in the order of the archive and visits the selected files. Follows symbolic links to targets in the
 * workspace. A linked directory is entered at most once and never from within itself, so the walk cannot loop.
 */
public final class FileTree {
    public interface Visitor {
        void visit(SelectedFile file) throws IOException, InterruptedException;
    }

    private final SourceRoot source;
    private final Path root;
    private final SelectionMatcher matcher;
    private final GitFiles git;
    private final boolean all;
    private final Set<String> submodules;
    private final Set<Path> entered = new HashSet<>();
    private final SkippedFiles skippedFiles = new SkippedFiles();
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final ExecutorService threads;
    private boolean found;

    /** @throws ArchiveException if {@code .sastignore} is invalid, or if Git is needed but cannot list the files */
    public FileTree(SourceRoot source, Selection selection) throws ArchiveException, InterruptedException {
        this.source = source;
        root = source.root();
        matcher = new SelectionMatcher(selection, source.combinator(), IgnoreFile.read(root));
        git = GitFiles.list(root, source.top(), selection.files(), selection.git());
        all = selection.files() == FileChoice.ALL;
        threads = Frame.threads();
        submodules = new TreeSet<>(all ? Submodules.above(root, source.top()) : git.submodules());
    }

    private void skip(Skip skip, String name) {
        skippedFiles.add(skip.reason(), name, skip.decidedBy());
    }

    public SkippedFiles skippedFiles() {
        skippedFiles.setUnmatchedPatterns(matcher.unmatched());
        return skippedFiles;
    }

    /** Returns the exception for a walk that found no readable files. */
    public ArchiveException emptySelection() {
        return SourceRoot.empty(root, skippedFiles(), !all);
    }

    /** Fails if the directory cannot be read. Returns whether a file is selected. */
    public boolean walk(Visitor visitor) throws IOException, InterruptedException {
        MatchState state = matcher.root();
        try {
            if (state.skipsAll() == null) {
                enter(root, "", "", state, false, DirectoryEntry.list(root));
            } else {
                state.skipped();
                skip(state.skipsAll(), ".");
            }
        } catch (IOException e) {
            throw SourceRoot.unreadable(root, e);
        }
        try {
            while (!frames.isEmpty()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("Interrupted while walking a directory.");
                }
                Frame frame = frames.peek();
                if (frame.rest.hasNext()) {
                    visit(frame, frame.rest.next(), visitor);
                } else {
                    frames.pop();
                }
            }
        } finally {
            threads.shutdownNow();
        }
        for (String submodule : submodules) {
            MatchState missing = matcher.at(submodule);
            if (missing.skipsAll() == null) {
                skippedFiles.add(SkipReason.SUBMODULE, submodule);
            } else {
                missing.skipped();
            }
        }
        return found;
    }

    private void enter(
            Path directory,
            String prefix,
            String listed,
            MatchState state,
            boolean linked,
            List<DirectoryEntry> entries) {
        if (all && entries.stream().anyMatch(entry -> entry.name().equals(Submodules.FILE))) {
            submodules.addAll(Submodules.in(directory, prefix));
        }
        Frame frame = new Frame(directory, prefix, listed, state, linked, entries);
        frame.listAhead(git, threads);
        frames.push(frame);
    }

    private void visit(Frame frame, DirectoryEntry entry, Visitor visitor) throws IOException, InterruptedException {
        String last = entry.name();
        String name = frame.prefix + last;
        String listed = frame.linked ? frame.listed + last : name;
        Target target = Target.resolve(source, git, entry.in(frame.path), listed, entry);
        if (target == null) {
            return;
        }
        boolean submodule = submodules.remove(name);
        boolean linked = frame.linked || entry.kind() == Kind.LINK;
        if (target.problem() != null) {
            // The type is unknown. So patterns skip the entry only if they skip both files and directories.
            Skip asFile = frame.state.skips(last);
            boolean both = frame.state.enter(last).skipsAll() != null;
            skip(asFile == null || !both ? new Skip(target.problem(), "") : asFile, name);
        } else if (target.kind() == Kind.DIRECTORY) {
            visitDirectory(frame, entry, target, linked, submodule);
        } else {
            Skip skip = frame.state.skips(last);
            skip = skip == null ? problem(name, target, linked) : skip;
            if (skip != null) {
                skip(skip, name);
            } else {
                found = true;
                visitor.visit(new SelectedFile(name, target.size(), target.path()));
            }
        }
    }

    private void visitDirectory(Frame above, DirectoryEntry entry, Target target, boolean linked, boolean submodule)
            throws InterruptedException {
        String name = above.prefix + entry.name();
        MatchState state = above.state.enter(entry.name());
        Future<List<DirectoryEntry>> listing = above.take(entry);
        above.listAhead(git, threads);
        Skip skip = state.skipsAll();
        String output = skip == null && !linked ? matcher.output(root, target.path()) : null;
        skip = output == null ? skip : new Skip(SkipReason.EXCLUDED_DIRECTORY, output);
        if (skip != null) {
            state.skipped();
        } else {
            skip = problem(name, target, linked);
        }
        if (skip == null && entry.kind() == Kind.LINK) {
            if (frames.stream().anyMatch(frame -> frame.path.startsWith(target.path()))) {
                skip = new Skip(SkipReason.LINK_LOOP, "");
            } else if (!entered.add(target.path())) {
                skip = new Skip(SkipReason.LINK_REPEATED, "");
            }
        }
        if (skip != null) {
            skip(skip, name);
            return;
        }
        try {
            List<DirectoryEntry> entries = Frame.get(listing, target.path());
            enter(target.path(), name + "/", target.listed() + "/", state, linked, entries);
            if (submodule && entries.isEmpty()) {
                // Git leaves the directory of a submodule empty until the submodule is checked out.
                skippedFiles.add(SkipReason.SUBMODULE, name);
            }
        } catch (IOException e) {
            skippedFiles.add(SkipReason.of(e), name);
        }
    }

    /** Returns why an entry is skipped that the patterns select, or null. */
    private Skip problem(String name, Target target, boolean linked) {
        SkipReason reason = EntryName.skipReason(name);
        if (reason != null) {
            return new Skip(reason, "");
        }
        if (!linked) {
            return null;
        }
        Path base = target.path().startsWith(root) ? root : source.top();
        String excluded = matcher.exclusion(base, target.path(), target.kind() == Kind.DIRECTORY);
        return excluded == null ? null : new Skip(SkipReason.LINK_EXCLUDED, excluded);
    }
}
