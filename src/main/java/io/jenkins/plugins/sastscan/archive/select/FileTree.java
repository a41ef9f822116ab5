package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.EntryName;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.MatchState;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.Skip;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Walks a directory in the order of the archive and visits the selected files. Follows symbolic links to targets in the
 * workspace. A linked directory is entered at most once and never from within itself, so the walk cannot loop.
 */
public final class FileTree {
    public interface Visitor {
        void visit(SelectedFile file) throws IOException, InterruptedException;
    }

    /**
     * A directory of the walk. Below a link, {@code listed} differs from {@code prefix}.
     *
     * @param path the real path
     * @param prefix the path in the archive, with a trailing slash
     * @param listed the real path relative to the archived directory, with a trailing slash
     * @param state the match state of the path in the archive
     */
    private record Frame(Path path, String prefix, String listed, MatchState state, Iterator<DirectoryEntry> rest) {}

    private final SourceRoot source;
    private final Path root;
    private final SelectionMatcher matcher;
    private final GitFiles git;
    private final boolean all;
    private final Set<String> submodules;
    private final Set<Path> entered = new HashSet<>();
    private final SkippedFiles skippedFiles = new SkippedFiles();
    private final Deque<Frame> frames = new ArrayDeque<>();
    private boolean found;

    /**
     * @param directory may be a symbolic link
     * @throws ArchiveException if the directory cannot be read or is not allowed, if {@code .sastignore} is invalid, or
     *     if Git is needed but cannot list the files
     */
    public FileTree(Path directory, Boundary boundary, Selection selection)
            throws ArchiveException, InterruptedException {
        source = SourceRoot.open(directory, boundary, selection);
        root = source.root();
        matcher = new SelectionMatcher(selection, boundary.combinator(), IgnoreFile.read(root));
        git = new GitFiles(root, source.top(), selection);
        all = selection.files() == FileChoice.ALL;
        submodules = all ? Submodules.above(root, source.top()) : git.submodules;
    }

    public SkippedFiles skippedFiles() {
        skippedFiles.setUnmatchedPatterns(matcher.unmatched());
        return skippedFiles;
    }

    /** Returns the exception for a walk that found no readable files. */
    public ArchiveException emptySelection() {
        String none = (all ? "There are no files in " : "Git selects no files in ") + root
                + ". Check out the sources first, or set another directory.";
        String skipped = "Every file in " + root + " is skipped: " + skippedFiles.summary() + ". "
                + skippedFiles.decisive() + SkippedFiles.unmatched(matcher.unmatched())
                + "Change the patterns, or set another directory.";
        return new ArchiveException(skippedFiles.groups().isEmpty() ? none : skipped);
    }

    /** Returns whether a file is selected. */
    public boolean walk(Visitor visitor) throws IOException, InterruptedException {
        enter(root, "", "", matcher.root);
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
        for (String submodule : submodules) {
            MatchState missing = matcher.at(submodule);
            if (missing.skipsAll() == null) {
                skip(new Skip(SkipReason.SUBMODULE, ""), submodule);
            } else {
                missing.skipped();
            }
        }
        return found;
    }

    /** Returns whether the directory is empty. A submodule whose checkout failed has only {@code .git}. */
    private boolean enter(Path directory, String prefix, String listed, MatchState state)
            throws IOException, InterruptedException {
        List<DirectoryEntry> entries = DirectoryEntry.list(directory);
        if (all && entries.stream().anyMatch(entry -> entry.name().equals(Submodules.FILE))) {
            Submodules.in(directory, prefix).forEach(submodules::add);
        }
        frames.push(new Frame(directory, prefix, listed, state, entries.iterator()));
        return entries.stream().allMatch(entry -> entry.name().equals(".git"));
    }

    private void visit(Frame frame, DirectoryEntry entry, Visitor visitor) throws IOException, InterruptedException {
        String name = frame.prefix + entry.name();
        String listed = frame.listed + entry.name();
        Target target = Target.resolve(source, git, entry.in(frame.path), listed);
        if (target == null) {
            return;
        }
        boolean submodule = submodules.remove(name);
        if (target.problem() == null && target.found().isDirectory()) {
            boolean link = !target.listed().equals(listed);
            visitDirectory(frame.state.enter(entry.name()), name, target, link, submodule);
            return;
        }
        Skip skip = frame.state.skips(entry.name());
        if (target.problem() != null) {
            // The type is unknown. So patterns skip the entry only if they skip both files and directories.
            boolean both = skip != null && frame.state.enter(entry.name()).skipsAll() != null;
            skip = both ? skip : new Skip(target.problem(), "");
        } else if (skip == null) {
            skip = problem(name, target);
        }
        if (skip == null) {
            found = true;
            visitor.visit(new SelectedFile(name, target.found().size(), target.path()));
        } else {
            skip(skip, name);
        }
    }

    private void visitDirectory(MatchState state, String name, Target target, boolean link, boolean submodule)
            throws InterruptedException {
        Skip skip = state.skipsAll();
        if (skip == null && name.equals(target.listed())) {
            skip = matcher.output(root, target.path());
        }
        if (skip != null) {
            state.skipped();
        } else {
            skip = problem(name, target);
        }
        if (skip == null && link) {
            if (frames.stream().anyMatch(frame -> frame.path.startsWith(target.path()))) {
                skip = new Skip(SkipReason.LINK_LOOP, "");
            } else if (!entered.add(target.path())) {
                skip = new Skip(SkipReason.LINK_REPEATED, "");
            }
        }
        try {
            if (skip != null) {
                skip(skip, name);
            } else if (enter(target.path(), name + "/", target.listed() + "/", state) && submodule) {
                // Git leaves the directory of a submodule empty until the submodule is checked out.
                skip(new Skip(SkipReason.SUBMODULE, ""), name);
            }
        } catch (IOException e) {
            skip(new Skip(SkipReason.of(e), ""), name);
        }
    }

    /** Returns why an entry is skipped that the patterns select, or null. */
    private Skip problem(String name, Target target) {
        SkipReason reason = EntryName.skipReason(name);
        if (reason != null) {
            return new Skip(reason, "");
        }
        if (name.equals(target.listed())) {
            return null;
        }
        // Below a link, exclude patterns also apply to the real path.
        Path base = target.path().startsWith(root) ? root : source.top();
        return matcher.behindLink(base, target.path(), target.found().isDirectory());
    }

    private void skip(Skip skip, String name) {
        skippedFiles.add(skip.reason(), name, skip.decidedBy());
    }
}
