package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.DirectoryListing.Child;
import io.jenkins.plugins.sastscan.archive.LinkPolicy.Target;
import io.jenkins.plugins.sastscan.archive.SelectionMatcher.MatchState;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Walks a directory in the order of the archive and visits the selected files. Iterative; keeps only the entries of the
 * current directory and its ancestors in memory. Use each instance for one walk.
 */
final class FileTree {
    interface Visitor<E extends Exception> {
        void visit(SelectedFile file) throws E, InterruptedException;
    }

    /** An open directory of the walk, with its remaining children. */
    private record Frame(Path directory, String prefix, MatchState state, Iterator<Child> children) {}

    private final Path root;
    private final SelectionMatcher matcher;
    private final SkippedFiles.Tally skippedFiles;
    private final Path omitted;
    private final LinkPolicy links;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final SelectionMatcher.Unmatched unmatched;
    private boolean foundNothing = true;

    /**
     * @param root the real path of the directory
     * @param skippedFiles counts the skipped files
     * @param omitted the real path of a file to skip without counting it, or null
     */
    FileTree(Path root, SelectionMatcher matcher, SkippedFiles.Tally skippedFiles, Path omitted) {
        this.root = root;
        this.matcher = matcher;
        this.unmatched = matcher.new Unmatched();
        this.skippedFiles = skippedFiles;
        this.omitted = omitted;
        this.links = new LinkPolicy(root);
    }

    /**
     * Walks the directory.
     *
     * @throws ArchiveException if the directory itself cannot be read
     * @throws E if the visitor throws it
     */
    <E extends Exception> void walk(Visitor<E> visitor) throws E, ArchiveException, InterruptedException {
        MatchState state = matcher.root();
        if (state.skipReasonForAll() != null) {
            skippedFiles.add(state.skipReasonForAll(), ".");
            unmatched.skipDirectory(state);
            skippedFiles.setUnmatchedPatterns(unmatched.all());
            return;
        }
        try {
            frames.push(new Frame(root, "", state, DirectoryListing.read(root).iterator()));
        } catch (IOException e) {
            throw SourceDirectory.unreadable(root, e);
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
        skippedFiles.setUnmatchedPatterns(unmatched.all());
    }

    boolean foundNothing() {
        return foundNothing;
    }

    /** The exception for a walk that found no files, or none that could be read. */
    EmptySelectionException emptySelection() {
        return EmptySelection.exception(root, skippedFiles);
    }

    private <E extends Exception> void visit(Frame frame, Child child, Visitor<E> visitor)
            throws E, InterruptedException {
        String name = frame.prefix + child.name();
        Target target;
        try {
            target = links.resolve(child.in(frame.directory));
        } catch (IOException e) {
            skippedFiles.add(reason(e), name);
            return;
        }
        boolean directory = target.attributes() != null && target.attributes().isDirectory();
        if (!directory) {
            unmatched.visitFile(frame.state, child.name());
        }
        if (target.attributes() == null) {
            skippedFiles.add(skipReasonForLink(frame.state, child.name(), target.problem()), name);
        } else if (directory) {
            visitDirectory(target, name, frame.state.enter(child.name()));
        } else if (!target.path().equals(omitted)) {
            Reason skipReason = skipReasonForFile(frame.state, child.name(), target, name);
            if (skipReason == null) {
                foundNothing = false;
                visitor.visit(new SelectedFile(name, target.attributes().size(), target.path()));
            } else {
                skippedFiles.add(skipReason, name);
            }
        }
    }

    /** A link that is not followed counts as excluded if the patterns skip it both as a file and as a directory. */
    private static Reason skipReasonForLink(MatchState state, String name, Reason problem) {
        Reason asFile = state.skipReason(name);
        return asFile != null && state.enter(name).skipReasonForAll() != null ? asFile : problem;
    }

    private Reason skipReasonForFile(MatchState state, String last, Target target, String name) {
        Reason skipReason = state.skipReason(last);
        if (skipReason == null) {
            skipReason = skipReasonForName(name);
        }
        return skipReason == null ? target.problem() : skipReason;
    }

    private void visitDirectory(Target target, String name, MatchState state) throws InterruptedException {
        Reason skipReason = skipReasonForDirectory(target, name, state);
        if (skipReason != null) {
            skippedFiles.add(skipReason, name);
            return;
        }
        try {
            List<Child> children = DirectoryListing.read(target.path());
            // The directory may have been replaced by a link in the meantime.
            if (target.isStillThere()) {
                frames.push(new Frame(target.path(), name + "/", state, children.iterator()));
            } else {
                skippedFiles.add(Reason.UNREADABLE, name);
            }
        } catch (IOException e) {
            skippedFiles.add(reason(e), name);
        }
    }

    private Reason skipReasonForDirectory(Target target, String name, MatchState state) {
        if (state.skipReasonForAll() != null) {
            unmatched.skipDirectory(state);
            return state.skipReasonForAll();
        }
        Reason skipReason = skipReasonForName(name);
        if (skipReason != null) {
            return skipReason;
        }
        if (target.problem() == null && target.linked()) {
            return links.skipReason(target.path(), frames.stream().map(Frame::directory));
        }
        return target.problem();
    }

    private static Reason skipReasonForName(String name) {
        if (!EntryName.staysInside(name)) {
            return Reason.NAME_OUTSIDE;
        }
        return EntryName.tooLong(name) ? Reason.UNREADABLE : null;
    }

    static Reason reason(IOException failure) {
        return failure instanceof NoSuchFileException ? Reason.VANISHED : Reason.UNREADABLE;
    }
}
