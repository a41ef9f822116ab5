package io.jenkins.plugins.sastscan.submission;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Submissions that change the same project take turns, in the order of their arrival. The turns exist only in memory.
 */
public final class ProjectTurns {
    /** The queues by project. The first submission in a queue has the turn. */
    private final Map<String, Deque<Turn>> queues = new HashMap<>();

    /** A place in the queue of a project. Close this object to let the next submission continue. */
    final class Turn implements AutoCloseable {
        private final Submitter submitter;

        private Turn(Submitter submitter) {
            this.submitter = submitter;
        }

        @Override
        public void close() {
            synchronized (queues) {
                queues.computeIfPresent(submitter.target(), (project, queue) -> {
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
     * @param waiting receives the name of the submission that has the turn, such as {@code build #7 of this job};
     *     receives an empty text after the wait
     */
    Turn take(Submitter submitter, Consumer<String> waiting) throws InterruptedException {
        Turn turn = new Turn(submitter);
        synchronized (queues) {
            queues.computeIfAbsent(submitter.target(), project -> new ArrayDeque<>())
                    .add(turn);
        }
        try {
            Turn first = firstAfter(null, turn);
            if (first != turn) {
                for (; first != turn; first = firstAfter(first, turn)) {
                    waiting.accept(first.submitter.nameFor(submitter));
                }
                waiting.accept("");
            }
            return turn;
        } catch (Throwable e) {
            turn.close();
            throw e;
        }
    }

    /** Waits while {@code before} is first in the queue, then returns the new first turn. */
    private Turn firstAfter(Turn before, Turn turn) throws InterruptedException {
        synchronized (queues) {
            Deque<Turn> queue = queues.get(turn.submitter.target());
            while (queue.getFirst() == before) {
                queues.wait();
            }
            return queue.getFirst();
        }
    }
}
