package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.DirectoryListing.Child;
import io.jenkins.plugins.sastscan.archive.LinkPolicy.Target;
import io.jenkins.plugins.sastscan.archive.SelectionMatcher.MatchState;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.nio.file.Files;
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
    private final LinkPolicy links;
    private final SkippedFiles.Tally skippedFiles = new SkippedFiles.Tally();
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final SelectionMatcher.Unmatched unmatched;
    private Path omitted;
    private boolean foundNothing = true;

    /** @throws ArchiveException if the directory cannot be read, or its {@code .sastignore} is invalid */
    FileTree(Path directory, Selection selection) throws ArchiveException {
        root = real(directory);
        matcher = new SelectionMatcher(selection, IgnoreFile.read(root));
        unmatched = matcher.new Unmatched();
        links = new LinkPolicy(root);
    }

    private static Path real(Path directory) throws ArchiveException {
        try {
            Path real = directory.toRealPath();
            if (Files.isDirectory(real)) {
                return real;
            }
        } catch (NoSuchFileException e) {
            throw new ArchiveException("The directory " + directory
                    + " does not exist. Check out the sources first, or set another directory.");
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
        throw new ArchiveException(directory + " is not a directory. Set the directory of the sources.");
    }

    private static ArchiveException unreadable(Path directory, IOException failure) {
        return new ArchiveException("The directory " + directory + " cannot be read (" + IoReason.of(failure)
                + "). Make it readable for the user that runs the build.");
    }

    /** Skips a file without counting it. The path is a real one. */
    void omit(Path file) {
        omitted = file;
    }

    /** Counts a file that the walk visited, but that cannot be read or is incomplete. */
    void skip(Reason reason, String name) {
        skippedFiles.add(reason, name);
    }

    SkippedFiles skippedFiles() {
        return skippedFiles.toSkippedFiles(unmatched.all());
    }

    /**
     * Walks the directory.
     *
     * @throws ArchiveException if the directory itself cannot be read, or no file is selected
     * @throws E if the visitor throws it
     */
    <E extends Exception> void walk(Visitor<E> visitor) throws E, ArchiveException, InterruptedException {
        MatchState state = matcher.root();
        if (state.skipReasonForAll() == null) {
            try {
                frames.push(
                        new Frame(root, "", state, DirectoryListing.read(root).iterator()));
            } catch (IOException e) {
                throw unreadable(root, e);
            }
        } else {
            skip(state.skipReasonForAll(), ".");
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
            return new ArchiveException(
                    "There are no files in " + root + ". Check out the sources first, or set another directory.");
        }
        return new ArchiveException("Every file in " + root + " is skipped: " + skipped.summary() + ". "
                + skipped.unmatched() + "Change the patterns, or set another directory.");
    }

    private <E extends Exception> void visit(Frame frame, Child child, Visitor<E> visitor)
            throws E, InterruptedException {
        String name = frame.prefix + child.name();
        Target target;
        try {
            target = links.resolve(child.in(frame.directory));
        } catch (IOException e) {
            skip(reason(e), name);
            return;
        }
        boolean directory = target.attributes() != null && target.attributes().isDirectory();
        if (!directory) {
            unmatched.visitFile(frame.state, child.name());
        }
        if (target.attributes() == null) {
            skip(skipReasonForLink(frame.state, child.name(), target.problem()), name);
        } else if (directory) {
            visitDirectory(target, name, frame.state.enter(child.name()));
        } else if (!target.path().equals(omitted)) {
            Reason skipReason = skipReasonForFile(frame.state, child.name(), target, name);
            if (skipReason == null) {
                foundNothing = false;
                visitor.visit(new SelectedFile(name, target.attributes().size(), target.path()));
            } else {
                skip(skipReason, name);
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
            skip(skipReason, name);
            return;
        }
        try {
            List<Child> children = DirectoryListing.read(target.path());
            // The directory may have been replaced by a link in the meantime.
            if (target.isStillThere()) {
                frames.push(new Frame(target.path(), name + "/", state, children.iterator()));
            } else {
                skip(Reason.UNREADABLE, name);
            }
        } catch (IOException e) {
            skip(reason(e), name);
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
