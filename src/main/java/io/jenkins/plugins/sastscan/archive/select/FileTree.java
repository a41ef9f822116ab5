package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.files.DirectoryEntry;
import io.jenkins.plugins.sastscan.archive.files.EntryName;
import io.jenkins.plugins.sastscan.archive.git.GitFiles;
import io.jenkins.plugins.sastscan.archive.git.GitLister;
import io.jenkins.plugins.sastscan.archive.git.GitProcess;
import io.jenkins.plugins.sastscan.archive.git.Submodules;
import io.jenkins.plugins.sastscan.archive.select.Links.Target;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.MatchState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

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
     * @param path the real path
     * @param prefix the path in the archive, with a trailing slash
     * @param state the match state of the path in the archive
     * @param real the match state of the real path, or null if the walk followed no link on the way
     * @param listed the real path relative to the archived directory, with a trailing slash
     */
    private record Frame(
            Path path,
            String prefix,
            MatchState state,
            MatchState real,
            String listed,
            Iterator<DirectoryEntry> rest) {}

    private final Path root;
    private final SelectionMatcher matcher;
    private final Links links;
    private final GitFiles git;
    private final Set<String> submodules;
    private final SkippedFiles skippedFiles = new SkippedFiles();
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final SelectionMatcher.Unmatched unmatched;
    private boolean found;

    /** @throws ArchiveException if {@code .sastignore} is invalid, or if Git is needed but cannot list the files */
    public FileTree(SourceRoot source, Selection selection) throws ArchiveException, InterruptedException {
        this(source, selection, (workTree, arguments) -> GitProcess.start(selection.git(), workTree, arguments));
    }

    public FileTree(SourceRoot source, Selection selection, GitLister.Git program)
            throws ArchiveException, InterruptedException {
        root = source.root();
        matcher = new SelectionMatcher(selection, source.combinator(), IgnoreFile.read(source, selection));
        unmatched = matcher.new Unmatched();
        links = new Links(root, matcher);
        git = GitLister.list(root, source.top(), selection.files(), program);
        submodules = new TreeSet<>(git == null ? Submodules.above(root, source.top()) : git.missingSubmodules());
    }

    public void skip(SkipReason reason, String name) {
        skippedFiles.add(reason, name, () -> "");
    }

    private void skip(SkipReason reason, Frame frame, String last) {
        skippedFiles.add(reason, frame.prefix + last, () -> matcher.decidedBy(reason, frame.state, last));
    }

    public SkippedFiles skippedFiles() {
        skippedFiles.setUnmatchedPatterns(unmatched.all());
        return skippedFiles;
    }

    /** Fails if the directory cannot be read. Returns whether a file is selected. */
    public boolean walk(Visitor visitor) throws IOException, InterruptedException {
        MatchState state = matcher.root();
        SkipReason skipReason = state.skipReasonForAll();
        try {
            if (skipReason == null) {
                frames.push(open(root, "", state, null, ""));
            } else {
                skip(skipReason, new Frame(root, "", state, null, "", null), ".");
                unmatched.skipDirectory(state);
            }
        } catch (IOException e) {
            throw SourceRoot.unreadable(root, e);
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
        for (String submodule : submodules) {
            MatchState missing = matcher.at(submodule);
            if (missing.skipReasonForAll() == null) {
                skip(SkipReason.SUBMODULE, submodule);
            } else {
                unmatched.skipDirectory(missing);
            }
        }
        return found;
    }

    private Frame open(Path directory, String prefix, MatchState state, MatchState real, String listed)
            throws IOException, InterruptedException {
        List<DirectoryEntry> entries = git == null ? DirectoryEntry.list(directory) : git.children(listed, directory);
        if (git == null && entries.stream().anyMatch(entry -> entry.name().equals(Submodules.FILE))) {
            submodules.addAll(Submodules.in(directory, prefix));
        }
        return new Frame(directory, prefix, state, real, listed, entries.iterator());
    }

    /** Returns the real path of an entry, relative to the archived directory. */
    private String listed(Frame frame, String last, Target target) {
        return target.linked() ? EntryName.ofAll(root.relativize(target.path())) : frame.listed + last;
    }

    /** Returns the exception for a walk that found no readable files. */
    public ArchiveException emptySelection() {
        return SourceRoot.empty(root, skippedFiles(), git != null);
    }

    private void visit(Frame frame, DirectoryEntry entry, Visitor visitor) throws IOException, InterruptedException {
        String last = entry.name();
        boolean submodule = submodules.remove(frame.prefix + last);
        Target target;
        try {
            target = links.resolve(entry.in(frame.path), frame.real);
        } catch (IOException e) {
            // Git also lists files that have been deleted from the directory.
            if (git == null || SkipReason.of(e) != SkipReason.VANISHED) {
                skip(SkipReason.of(e), frame, last);
            }
            return;
        }
        SkipReason skippedByGit = git == null ? null : git.skipReason(frame.listed, last);
        if (skippedByGit != null) {
            skipUnlessExcluded(skippedByGit, frame, last);
            // If the name of the skipped file is not UTF-8, its decoded name can equal the name of a selected file.
            if (!git.hasFile(frame.listed + last)) {
                return;
            }
        }
        if (target.attributes() == null) {
            skipUnlessExcluded(target.problem(), frame, last);
        } else if (!isSelectedByGit(frame, last, target)) {
            if (target.linked()) {
                skipUnlessExcluded(SkipReason.LINK_NOT_SELECTED, frame, last);
            }
        } else if (target.attributes().isDirectory()) {
            visitDirectory(frame, last, target, submodule);
        } else {
            visitFile(frame, last, target, visitor);
        }
    }

    /** Also checks the type: a file that Git listed may now be a directory, and a directory may now be a file. */
    private boolean isSelectedByGit(Frame frame, String last, Target target) {
        String listed = git == null ? null : listed(frame, last, target);
        return git == null
                || (target.attributes().isDirectory() ? git.hasDirectory(listed + "/") : git.hasFile(listed));
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

    /** Tells whether the target of a link is excluded. If so, counts the link as skipped. */
    private boolean isExcludedBehindLink(Frame frame, String last, Target target) {
        String exclusion = links.exclusion(target);
        if (exclusion != null) {
            skippedFiles.add(SkipReason.LINK_EXCLUDED, frame.prefix + last, () -> exclusion);
        }
        return exclusion != null;
    }

    private void visitFile(Frame frame, String last, Target target, Visitor visitor)
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

    private void visitDirectory(Frame above, String last, Target target, boolean submodule)
            throws InterruptedException {
        String name = above.prefix + last;
        MatchState state = above.state.enter(last);
        SkipReason skipReason = target.skipReason(state.skipReasonForAll(), name);
        String output = skipReason == null && target.real() == null ? matcher.output(root, target.path()) : null;
        if (state.skipReasonForAll() != null || output != null) {
            unmatched.skipDirectory(state);
        }
        if (output != null) {
            skippedFiles.add(SkipReason.EXCLUDED_DIRECTORY, name, () -> output);
            return;
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
            Frame frame = open(target.path(), name + "/", state, target.below(), listed(above, last, target) + "/");
            if (submodule && !frame.rest.hasNext()) {
                // Git leaves the directory of a submodule empty until the submodule is checked out.
                skip(SkipReason.SUBMODULE, above, last);
                return;
            }
            frames.push(frame);
        } catch (IOException e) {
            skip(SkipReason.of(e), above, last);
        }
    }
}
