package io.jenkins.plugins.sastscan.build.project;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Submissions that change the same project take turns, in the order of their arrival. The turns exist only in memory.
 */
final class ProjectTurns {
    private static final Duration REMINDER = Duration.ofHours(1);

    /** The queues by project. The first submission in a queue has the turn. */
    private final Map<String, Deque<Place>> queues = new HashMap<>();

    /** A place in the queue of a project. Close this object to let the next submission continue. */
    final class Place implements AutoCloseable {
        private final String project;
        private final Submitter submitter;

        private Place(String project, Submitter submitter) {
            this.project = project;
            this.submitter = submitter;
        }

        @Override
        public void close() {
            synchronized (queues) {
                queues.computeIfPresent(project, (key, queue) -> {
                    queue.remove(this);
                    return queue.isEmpty() ? null : queue;
                });
                queues.notifyAll();
            }
        }
    }

    /**
     * Waits until no other submission changes the project. A thread that has the turn must not call this method again.
     *
     * @param waiting receives the name of the submission that has the turn, and an empty text after the wait
     * @param reminder called every hour during the wait
     */
    Place take(String project, Submitter submitter, Consumer<String> waiting, Runnable reminder)
            throws InterruptedException {
        Place place = new Place(project, submitter);
        synchronized (queues) {
            queues.computeIfAbsent(project, key -> new ArrayDeque<>()).add(place);
        }
        try {
            Place before = null;
            for (Place first = firstAfter(before, place); first != place; first = firstAfter(before, place)) {
                if (first == before) {
                    reminder.run();
                } else {
                    waiting.accept(first.submitter.nameFor(submitter));
                }
                before = first;
            }
            if (before != null) {
                waiting.accept("");
            }
            return place;
        } catch (Throwable e) {
            place.close();
            throw e;
        }
    }

    /** Waits while {@code before} is first in the queue, at most an hour, then returns the first place. */
    private Place firstAfter(Place before, Place place) throws InterruptedException {
        long end = System.nanoTime() + REMINDER.toNanos();
        synchronized (queues) {
            Deque<Place> queue = queues.get(place.project);
            while (queue.getFirst() == before && System.nanoTime() - end < 0) {
                queues.wait(REMINDER.toMillis());
            }
            return queue.getFirst();
        }
    }
}
