package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.DirectoryListing.Child;
import io.jenkins.plugins.sastscan.archive.LinkPolicy.Resolved;
import io.jenkins.plugins.sastscan.archive.SelectionMatcher.MatchState;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Walks a directory in the order of the archive and visits the selected files. Iterative; keeps only the entries of the
 * current directory and its ancestors in memory. Use each instance for one walk.
 */
final class FileTree {
    interface Visitor {
        void visit(SelectedFile file) throws IOException, InterruptedException;
    }

    /** An open directory of the walk, with what Git selects in it (or null) and its remaining children. */
    private record Frame(Path directory, String prefix, MatchState state, GitTree git, Iterator<Child> children) {
        static Frame open(Path directory, String prefix, MatchState state, GitTree git)
                throws IOException, InterruptedException {
            List<Child> children = git == null ? DirectoryListing.read(directory) : git.children(directory);
            return new Frame(directory, prefix, state, git, children.iterator());
        }
    }

    private final Path root;
    private final SelectionMatcher matcher;
    private final LinkPolicy links;
    private final GitTree git;
    private final Set<String> submodules;
    private final SkippedFiles.Tally skippedFiles = new SkippedFiles.Tally();
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final SelectionMatcher.Unmatched unmatched;
    private boolean foundNothing = true;

    /**
     * @throws ArchiveException if the directory cannot be read, its {@code .sastignore} is invalid, or the selection
     *     needs Git and Git cannot list the files
     */
    FileTree(Path directory, Selection selection) throws ArchiveException, InterruptedException {
        this(directory, selection, GitProcess::start);
    }

    FileTree(Path directory, Selection selection, GitListing.Git program)
            throws ArchiveException, InterruptedException {
        root = LinkPolicy.realRoot(directory);
        matcher = new SelectionMatcher(selection, IgnoreFile.read(root));
        unmatched = matcher.new Unmatched();
        links = new LinkPolicy(root);
        git = selection.files() == FileChoice.ALL ? null : GitListing.read(root, selection.files(), program);
        submodules = Submodules.in(root, "");
    }

    /** Counts a file that the walk visited, but that cannot be read or is incomplete. */
    void skip(SkipReason reason, String name) {
        skippedFiles.add(reason, name, () -> "");
    }

    /** Counts an entry of a directory of the walk. */
    private void skip(SkipReason reason, Frame frame, String last) {
        skippedFiles.add(reason, frame.prefix + last, () -> matcher.decidedBy(reason, frame.state, last));
    }

    SkippedFiles skippedFiles() {
        return skippedFiles.toSkippedFiles(unmatched.all());
    }

    /**
     * Walks the directory.
     *
     * @throws ArchiveException if the directory itself cannot be read, or no file is selected
     */
    void walk(Visitor visitor) throws IOException, InterruptedException {
        MatchState state = matcher.root();
        if (state.skipReasonForAll() == null) {
            try {
                frames.push(Frame.open(root, "", state, git));
            } catch (IOException e) {
                throw LinkPolicy.unreadable(root, e);
            }
        } else {
            skip(state.skipReasonForAll(), new Frame(root, "", state, git, null), ".");
            unmatched.skipDirectory(state);
        }
        while (!frames.isEmpty()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("Interrupted while walking a directory.");
            }
            Frame frame = frames.peek();
            if (frame.children.hasNext()) {
                visit(frame, frame.children.next(), visitor);
            } else {
                frames.pop();
            }
        }
        if (foundNothing) {
            throw emptySelection();
        }
    }

    /** The exception for a walk that found no files, or none that could be read. */
    ArchiveException emptySelection() {
        SkippedFiles skipped = skippedFiles();
        if (skipped.groups().isEmpty()) {
            return new ArchiveException((git == null ? "There are no files in " : "Git selects no files in ") + root
                    + ". Check out the sources first, or set another directory.");
        }
        return new ArchiveException("Every file in " + root + " is skipped: " + skipped.summary() + ". "
                + skipped.unmatched() + "Change the patterns, or set another directory.");
    }

    private void visit(Frame frame, Child child, Visitor visitor) throws IOException, InterruptedException {
        String last = child.name();
        Resolved target;
        try {
            target = links.resolve(child.in(frame.directory));
        } catch (IOException e) {
            // Git also lists files that are no longer there.
            if (git == null || reason(e) != SkipReason.VANISHED) {
                skip(reason(e), frame, last);
            }
            return;
        }
        SkipReason skippedByGit = frame.git == null ? null : frame.git.skipReason(last);
        if (skippedByGit != null) {
            skipUnlessExcluded(skippedByGit, frame, last);
            // A file may have this name, too, such as one in place of a submodule.
            if (!frame.git.selects(last)) {
                return;
            }
        }
        boolean directory = target.attributes() != null && target.attributes().isDirectory();
        if (!directory) {
            unmatched.visitFile(frame.state, last);
        }
        if (target.attributes() == null) {
            skipUnlessExcluded(target.problem(), frame, last);
        } else if (!isSelectedByGit(frame.git, last, target)) {
            if (target.linked()) {
                skipUnlessExcluded(SkipReason.LINK_NOT_SELECTED, frame, last);
            }
        } else if (directory) {
            visitDirectory(frame, last, target);
        } else {
            String name = frame.prefix + last;
            SkipReason skipReason = skipReasonForFile(frame.state, last, target, name);
            if (skipReason == null) {
                foundNothing = false;
                visitor.visit(new SelectedFile(name, target.attributes().size(), target.path()));
            } else {
                skip(skipReason, frame, last);
            }
        }
    }

    /** An entry may have become a file, a directory or a link since Git recorded it. */
    private boolean isSelectedByGit(GitTree parent, String name, Resolved target) {
        if (git == null) {
            return true;
        }
        if (target.attributes().isDirectory()) {
            return gitTree(parent, name, target) != null;
        }
        return target.linked() ? git.selects(root.relativize(target.path())) : parent.selects(name);
    }

    private GitTree gitTree(GitTree parent, String name, Resolved target) {
        return git == null
                ? null
                : target.linked() ? git.directory(root.relativize(target.path())) : parent.directory(name);
    }

    /** An entry that may be a file or a directory counts as excluded only if the patterns skip it as both. */
    private void skipUnlessExcluded(SkipReason problem, Frame frame, String last) {
        SkipReason asFile = frame.state.skipReason(last);
        boolean excluded = asFile != null && frame.state.enter(last).skipReasonForAll() != null;
        skip(excluded ? asFile : problem, frame, last);
    }

    private SkipReason skipReasonForFile(MatchState state, String last, Resolved target, String name) {
        SkipReason skipReason = state.skipReason(last);
        if (skipReason == null) {
            skipReason = EntryName.skipReason(name);
        }
        return skipReason == null ? target.problem() : skipReason;
    }

    private void visitDirectory(Frame above, String last, Resolved target) throws InterruptedException {
        String name = above.prefix + last;
        MatchState state = above.state.enter(last);
        SkipReason skipReason = skipReasonForDirectory(target, name, state);
        if (skipReason != null) {
            skip(skipReason, above, last);
            return;
        }
        try {
            Frame frame = Frame.open(target.path(), name + "/", state, gitTree(above.git, last, target));
            // The directory may have been replaced by a link before it was read.
            if (git == null && !target.isStillThere()) {
                skip(SkipReason.UNREADABLE, above, last);
            } else if (!frame.children.hasNext() && submodules.contains(name)) {
                // Git leaves the directory of a submodule empty until it is checked out.
                skip(SkipReason.SUBMODULE, above, last);
            } else {
                frames.push(frame);
                submodules.addAll(submodules.contains(name) ? Submodules.in(target.path(), name + "/") : Set.of());
            }
        } catch (IOException e) {
            skip(reason(e), above, last);
        }
    }

    private SkipReason skipReasonForDirectory(Resolved target, String name, MatchState state) {
        if (state.skipReasonForAll() != null) {
            unmatched.skipDirectory(state);
            return state.skipReasonForAll();
        }
        SkipReason skipReason = EntryName.skipReason(name);
        if (skipReason != null) {
            return skipReason;
        }
        if (target.problem() == null && target.linked()) {
            return links.skipReason(target.path(), frames.stream().map(Frame::directory));
        }
        return target.problem();
    }

    static SkipReason reason(IOException failure) {
        return failure instanceof NoSuchFileException ? SkipReason.VANISHED : SkipReason.UNREADABLE;
    }
}
