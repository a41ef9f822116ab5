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
    private final Map<String, Deque<Submitter>> queues = new HashMap<>();

    /**
     * Waits until no other submission changes the project. A thread that has the turn must not call this method again.
     * Call {@link #end} to let the next submission continue.
     *
     * @param waiting receives the name of the submission that has the turn, and an empty text after the wait
     * @param reminder called every hour during the wait
     */
    void take(String project, Submitter by, Consumer<String> waiting, Runnable reminder) throws InterruptedException {
        synchronized (queues) {
            queues.computeIfAbsent(project, key -> new ArrayDeque<>()).add(by);
        }
        try {
            Submitter before = null;
            for (Submitter first = firstAfter(before, project); first != by; first = firstAfter(before, project)) {
                if (first == before) {
                    reminder.run();
                } else {
                    waiting.accept(first.nameFor(by));
                }
                before = first;
            }
            if (before != null) {
                waiting.accept("");
            }
        } catch (Throwable e) {
            end(project, by);
            throw e;
        }
    }

    void end(String project, Submitter by) {
        synchronized (queues) {
            queues.computeIfPresent(project, (key, queue) -> {
                queue.removeIf(each -> each == by);
                return queue.isEmpty() ? null : queue;
            });
            queues.notifyAll();
        }
    }

    /** Waits while {@code before} is first in the queue, at most an hour, then returns the first submission. */
    private Submitter firstAfter(Submitter before, String project) throws InterruptedException {
        long end = System.nanoTime() + REMINDER.toNanos();
        synchronized (queues) {
            Deque<Submitter> queue = queues.get(project);
            while (queue.getFirst() == before && System.nanoTime() - end < 0) {
                queues.wait(REMINDER.toMillis());
            }
            return queue.getFirst();
        }
    }
}
