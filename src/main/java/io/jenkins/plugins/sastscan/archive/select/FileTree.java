package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.files.DirectoryEntry;
import io.jenkins.plugins.sastscan.archive.files.OpenDirectories;
import io.jenkins.plugins.sastscan.archive.git.GitProcess;
import io.jenkins.plugins.sastscan.archive.git.GitTree;
import io.jenkins.plugins.sastscan.archive.git.GitTreeReader;
import io.jenkins.plugins.sastscan.archive.git.Submodules;
import io.jenkins.plugins.sastscan.archive.select.LinkPolicy.Resolved;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.MatchState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/**
 * Walks a directory in the order of the archive and visits the selected files. If Git is not used, only the entries of
 * the current directory and its parents are in memory.
 */
public final class FileTree {
    public interface Visitor {
        void visit(SelectedFile file) throws IOException, InterruptedException;
    }

    /**
     * A directory of the walk.
     *
     * @param state the match state of the path in the archive
     * @param real the match state of the real path, or null if the walk followed no link on the way
     * @param git what Git selects in the directory, or null if Git is not used
     */
    private record Frame(
            Path path, String prefix, MatchState state, MatchState real, GitTree git, Iterator<DirectoryEntry> rest) {}

    private final OpenDirectories directories;
    private final Path root;
    private final SelectionMatcher matcher;
    private final LinkPolicy links;
    private final GitTree git;
    private final Set<String> submodules;
    private final SkippedFiles.Tally skippedFiles = new SkippedFiles.Tally();
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final SelectionMatcher.Unmatched unmatched;
    private boolean found;

    /**
     * @param directories must stay open until all files are read
     * @throws ArchiveException if the directory cannot be read, or if {@code .sastignore} is invalid, or if Git is
     *     needed but cannot list the files
     */
    public FileTree(OpenDirectories directories, Selection selection) throws ArchiveException, InterruptedException {
        this(directories, selection, (workTree, arguments) -> GitProcess.start(selection.git(), workTree, arguments));
    }

    public FileTree(OpenDirectories directories, Selection selection, GitTreeReader.Git program)
            throws ArchiveException, InterruptedException {
        this.directories = directories;
        root = directories.root();
        matcher = new SelectionMatcher(selection, IgnoreFile.read(directories, selection));
        unmatched = matcher.new Unmatched();
        links = new LinkPolicy(directories, matcher);
        git = GitTreeReader.read(root, directories.top(), selection.files(), program);
        submodules = Submodules.in(directories, root, "");
    }

    public void skip(SkipReason reason, String name) {
        skippedFiles.add(reason, name, () -> "");
    }

    private void skip(SkipReason reason, Frame frame, String last) {
        skippedFiles.add(reason, frame.prefix + last, () -> matcher.decidedBy(reason, frame.state, last));
    }

    public SkippedFiles skippedFiles() {
        return skippedFiles.toSkippedFiles(unmatched.all());
    }

    /** Fails if the directory cannot be read. Returns whether a file is selected. */
    public boolean walk(Visitor visitor) throws IOException, InterruptedException {
        MatchState state = matcher.root();
        SkipReason skipReason = state.skipReasonForAll();
        try {
            if (skipReason == null) {
                frames.push(open(root, "", state, null, git));
            } else {
                skip(skipReason, new Frame(root, "", state, null, git, null), ".");
                unmatched.skipDirectory(state);
            }
        } catch (IOException e) {
            throw OpenDirectories.unreadable(root, e);
        }
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
        return found;
    }

    private Frame open(Path directory, String prefix, MatchState state, MatchState real, GitTree selected)
            throws IOException, InterruptedException {
        List<DirectoryEntry> entries =
                selected == null ? directories.list(directory) : selected.children(directories, directory);
        return new Frame(directory, prefix, state, real, selected, entries.iterator());
    }

    /** Returns the exception for a walk that found no readable files. */
    public ArchiveException emptySelection() {
        SkippedFiles skipped = skippedFiles();
        String nothing = git == null ? "There are no files in " : "Git selects no files in ";
        return new ArchiveException(
                skipped.groups().isEmpty()
                        ? nothing + root + ". Check out the sources first, or set another directory."
                        : "Every file in " + root + " is skipped: " + skipped.summary() + ". " + skipped.unmatched()
                                + "Change the patterns, or set another directory.");
    }

    private void visit(Frame frame, DirectoryEntry entry, Visitor visitor) throws IOException, InterruptedException {
        String last = entry.name();
        Resolved target;
        try {
            target = links.resolve(frame.path, entry.path(root.getFileSystem()), frame.real);
        } catch (IOException e) {
            // Git also lists files that have been deleted from the directory.
            if (git == null || SkipReason.of(e) != SkipReason.VANISHED) {
                skip(SkipReason.of(e), frame, last);
            }
            return;
        }
        SkipReason skippedByGit = frame.git == null ? null : frame.git.skipReason(last);
        if (skippedByGit != null) {
            skipUnlessExcluded(skippedByGit, frame, last);
            // If the name of the skipped file is not UTF-8, its decoded name can equal the name of a selected file.
            if (!frame.git.selects(last)) {
                return;
            }
        }
        if (target.attributes() == null) {
            skipUnlessExcluded(target.problem(), frame, last);
        } else if (!isSelectedByGit(frame.git, last, target)) {
            if (target.linked()) {
                skipUnlessExcluded(SkipReason.LINK_NOT_SELECTED, frame, last);
            }
        } else if (target.attributes().isDirectory()) {
            visitDirectory(frame, last, target);
        } else {
            visitFile(frame, last, target, visitor);
        }
    }

    /** Also checks the type: a file that Git listed may now be a directory, and a directory may now be a file. */
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
        return target.linked() ? git.directory(root.relativize(target.path())) : parent.directory(name);
    }

    /**
     * Skips an entry of an unknown type. If the patterns skip the entry regardless of its type, the reason comes from
     * the patterns. Otherwise, the reason is {@code problem}.
     */
    private void skipUnlessExcluded(SkipReason problem, Frame frame, String last) {
        unmatched.visitFile(frame.state, last);
        SkipReason asFile = frame.state.enter(last).skipReasonForAll() == null ? null : frame.state.skipReason(last);
        skip(asFile == null ? problem : asFile, frame, last);
    }

    /** Tells whether an exclude pattern matches the target of a link. If so, counts the link as skipped. */
    private boolean isExcludedBehindLink(Frame frame, String last, Resolved target) {
        SkipReason exclusion = target.exclusion();
        if (exclusion != null) {
            skippedFiles.add(
                    SkipReason.LINK_EXCLUDED,
                    frame.prefix + last,
                    () -> matcher.decidedBy(exclusion, target.real(), target.last()));
        }
        return exclusion != null;
    }

    private void visitFile(Frame frame, String last, Resolved target, Visitor visitor)
            throws IOException, InterruptedException {
        unmatched.visitFile(frame.state, last);
        String name = frame.prefix + last;
        SkipReason skipReason = target.skipReason(frame.state.skipReason(last), name);
        if (skipReason != null) {
            skip(skipReason, frame, last);
        } else if (!isExcludedBehindLink(frame, last, target)) {
            found = true;
            visitor.visit(new SelectedFile(name, target.attributes().size(), target.path()));
        }
    }

    private void visitDirectory(Frame above, String last, Resolved target) throws InterruptedException {
        String name = above.prefix + last;
        MatchState state = above.state.enter(last);
        SkipReason skipReason = target.skipReason(state.skipReasonForAll(), name);
        if (state.skipReasonForAll() != null) {
            unmatched.skipDirectory(state);
        }
        if (skipReason == null && isExcludedBehindLink(above, last, target)) {
            return;
        }
        skipReason =
                skipReason == null ? links.skipReason(target, frames.stream().map(Frame::path)) : skipReason;
        if (skipReason != null) {
            skip(skipReason, above, last);
            return;
        }
        try {
            GitTree listed = git == null ? null : gitTree(above.git, last, target);
            Frame frame = open(target.path(), name + "/", state, target.below(), listed);
            boolean submodule = submodules.contains(name);
            if (submodule && !frame.rest.hasNext()) {
                // Git leaves the directory of a submodule empty until the submodule is checked out.
                skip(SkipReason.SUBMODULE, above, last);
                return;
            }
            frames.push(frame);
            if (submodule) {
                submodules.addAll(Submodules.in(directories, frame.path, frame.prefix));
            }
        } catch (IOException e) {
            skip(SkipReason.of(e), above, last);
        }
    }
}
