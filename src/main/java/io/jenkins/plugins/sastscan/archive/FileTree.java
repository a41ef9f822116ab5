package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.DirectoryListing.Child;
import io.jenkins.plugins.sastscan.archive.LeftOut.Reason;
import io.jenkins.plugins.sastscan.archive.LinkPolicy.Target;
import io.jenkins.plugins.sastscan.archive.SelectionMatcher.Place;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;

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
    private record Frame(Path directory, String prefix, Place place, Iterator<Child> children) {}

    private final Path root;
    private final SelectionMatcher matcher;
    private final LeftOut.Tally leftOut;
    private final Path omitted;
    private final LinkPolicy links;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final BitSet includesMatched = new BitSet();
    private boolean foundNothing = true;

    /**
     * @param root the real path of the directory
     * @param leftOut counts what the walk leaves out
     * @param omitted the real path of a file that is passed over in silence, or null
     */
    FileTree(Path root, SelectionMatcher matcher, LeftOut.Tally leftOut, Path omitted) {
        this.root = root;
        this.matcher = matcher;
        this.leftOut = leftOut;
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
        Reason refused = matcher.root().refusesEverything();
        if (refused != null) {
            leftOut.add(refused, ".");
            return;
        }
        try {
            push(root, "", matcher.root());
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
        return EmptySelection.exception(root, foundNothing ? matcher.includes() : List.of(), includesMatched, leftOut);
    }

    private <E extends Exception> void visit(Frame frame, Child child, Visitor<E> visitor)
            throws E, InterruptedException {
        String name = frame.prefix + child.name();
        Target target;
        try {
            target = links.resolve(child.in(frame.directory));
        } catch (IOException e) {
            leftOut.add(reason(e), name);
            return;
        }
        if (target.path().equals(omitted)) {
            return;
        }
        Reason refused = refused(frame.place, child.name(), target);
        if (refused != null) {
            leftOut.add(refused, name);
        } else if (EntryName.tooLong(name)) {
            leftOut.add(Reason.UNREADABLE, name);
        } else if (target.attributes().isDirectory()) {
            enter(target, name, frame.place.enter(child.name()));
        } else {
            foundNothing = false;
            visitor.visit(new FoundFile(name, target.path(), target.attributes().size()));
        }
    }

    /** What the patterns leave out counts as such, whatever else may be wrong with it. */
    private Reason refused(Place place, String name, Target target) {
        boolean unknown = target.attributes() == null;
        boolean directory = !unknown && target.attributes().isDirectory();
        Reason asFile = directory ? null : place.refusesFile(name);
        Reason asDirectory =
                directory || unknown && asFile != null ? place.enter(name).refusesEverything() : null;
        if (asFile != null && foundNothing) {
            place.including(name, includesMatched::set);
        }
        if (directory) {
            return asDirectory == null ? target.problem() : asDirectory;
        }
        return asFile == null || unknown && asDirectory == null ? target.problem() : asFile;
    }

    private void enter(Target target, String name, Place place) throws InterruptedException {
        Path directory = target.path();
        Reason refused =
                target.linked() ? links.refuses(directory, frames.stream().map(Frame::directory)) : null;
        if (refused != null) {
            leftOut.add(refused, name);
            return;
        }
        try {
            push(directory, name + "/", place);
            // Whoever put a link in the directory's place since it was looked at shall not lead the walk away.
            if (!Objects.equals(
                    target.attributes().fileKey(),
                    LinkPolicy.attributes(directory).fileKey())) {
                frames.pop();
                leftOut.add(Reason.UNREADABLE, name);
            }
        } catch (IOException e) {
            leftOut.add(reason(e), name);
        }
    }

    private void push(Path directory, String prefix, Place place) throws IOException, InterruptedException {
        frames.push(new Frame(
                directory, prefix, place, DirectoryListing.read(directory).iterator()));
    }

    /** What a failure to look at or to open something means for the count. */
    static Reason reason(IOException failure) {
        return failure instanceof NoSuchFileException ? Reason.VANISHED : Reason.UNREADABLE;
    }
}
