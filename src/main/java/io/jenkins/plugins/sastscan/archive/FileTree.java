package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.DirectoryListing.Child;
import io.jenkins.plugins.sastscan.archive.LinkPolicy.Target;
import io.jenkins.plugins.sastscan.archive.SelectionMatcher.MatchState;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Walks a directory in the archive's order and hands out the files that a selection takes. Holds the entries of the
 * directories on the way down to where it stands, no more, and does not recurse. For one walk.
 */
final class FileTree {
    /** Takes the files of a walk one by one. */
    interface Visitor<E extends Exception> {
        void visit(FoundFile file) throws E, InterruptedException;
    }

    /** A directory on the way down, and what of it is still to be visited. */
    private record Frame(Path directory, String prefix, MatchState place, Iterator<Child> children) {}

    private final Path root;
    private final SelectionMatcher matcher;
    private final SkippedFiles.Tally skippedFiles;
    private final Path omitted;
    private final LinkPolicy links;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final BitSet includesMatched = new BitSet();
    private boolean foundNothing = true;

    /**
     * @param root the real path of the directory
     * @param skippedFiles counts what the walk leaves out
     * @param omitted the real path of a file that is passed over in silence, or null
     */
    FileTree(Path root, SelectionMatcher matcher, SkippedFiles.Tally skippedFiles, Path omitted) {
        this.root = root;
        this.matcher = matcher;
        this.skippedFiles = skippedFiles;
        this.omitted = omitted;
        this.links = new LinkPolicy(root);
    }

    /**
     * Walks.
     *
     * @throws ArchiveException if the directory itself cannot be read
     * @throws E whatever the visitor throws
     */
    <E extends Exception> void walk(Visitor<E> visitor) throws E, ArchiveException, InterruptedException {
        MatchState place = matcher.root();
        if (place.refusesEverything() != null) {
            skippedFiles.add(place.refusesEverything(), ".");
            return;
        }
        try {
            frames.push(new Frame(root, "", place, DirectoryListing.read(root).iterator()));
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
    }

    /** Whether the walk has handed out no file. */
    boolean foundNothing() {
        return foundNothing;
    }

    /** What to tell when the walk has handed out no file, or none that could be read. */
    EmptySelectionException emptySelection() {
        return EmptySelection.exception(
                root, foundNothing ? matcher.includes() : List.of(), includesMatched, skippedFiles);
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
        if (target.attributes() == null) {
            skippedFiles.add(refusesLink(frame.place, child.name(), target.problem()), name);
        } else if (target.attributes().isDirectory()) {
            visitDirectory(target, name, frame.place.enter(child.name()));
        } else if (!target.path().equals(omitted)) {
            Reason refused = refusesFile(frame.place, child.name(), target, name);
            if (refused == null) {
                foundNothing = false;
                visitor.visit(
                        new FoundFile(name, target.path(), target.attributes().size()));
            } else {
                skippedFiles.add(refused, name);
            }
        }
    }

    /** A link that is not followed counts as left out by the patterns if they leave it out whatever it leads to. */
    private static Reason refusesLink(MatchState place, String name, Reason problem) {
        Reason asFile = place.refusesFile(name);
        return asFile != null && place.enter(name).refusesEverything() != null ? asFile : problem;
    }

    private Reason refusesFile(MatchState place, String last, Target target, String name) {
        Reason refused = place.refusesFile(last);
        if (refused != null && foundNothing) {
            place.including(last, includesMatched::set);
        }
        if (refused == null) {
            refused = refusesName(name);
        }
        return refused == null ? target.problem() : refused;
    }

    private void visitDirectory(Target target, String name, MatchState place) throws InterruptedException {
        Reason refused = refusesDirectory(target, name, place);
        if (refused != null) {
            skippedFiles.add(refused, name);
            return;
        }
        try {
            List<Child> children = DirectoryListing.read(target.path());
            // Whoever put a link in the directory's place since it was looked at shall not lead the walk away.
            if (target.isStillThere()) {
                frames.push(new Frame(target.path(), name + "/", place, children.iterator()));
            } else {
                skippedFiles.add(Reason.UNREADABLE, name);
            }
        } catch (IOException e) {
            skippedFiles.add(reason(e), name);
        }
    }

    private Reason refusesDirectory(Target target, String name, MatchState place) {
        if (place.refusesEverything() != null) {
            return place.refusesEverything();
        }
        Reason refused = refusesName(name);
        if (refused != null) {
            return refused;
        }
        if (target.problem() == null && target.linked()) {
            return links.refuses(target.path(), frames.stream().map(Frame::directory));
        }
        return target.problem();
    }

    private static Reason refusesName(String name) {
        if (!EntryName.staysInside(name)) {
            return Reason.NAME_OUTSIDE;
        }
        return EntryName.tooLong(name) ? Reason.UNREADABLE : null;
    }

    /** What a failure to look at or to open something means for the count. */
    static Reason reason(IOException failure) {
        return failure instanceof NoSuchFileException ? Reason.VANISHED : Reason.UNREADABLE;
    }
}
