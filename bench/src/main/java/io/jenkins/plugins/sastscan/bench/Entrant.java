package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is to be measured.
 *
 * @param label for people
 * @param task one of {@link Tasks}, or a command line if {@code command} is set
 * @param options of its JVM
 * @param before what stands before the JVM's command, such as {@code taskset}
 */
record Entrant(String label, String task, Path workspace, List<String> options, List<String> before, boolean command) {
    static Entrant of(String label, String task, Path workspace, String... options) {
        return new Entrant(label, task, workspace, List.of(options), List.of(), false);
    }

    static Entrant command(String label, String command, Path workspace) {
        return new Entrant(label, command, workspace, List.of(), List.of(), true);
    }

    /** The same with one more option of its JVM. */
    Entrant with(String option) {
        List<String> all = new ArrayList<>(options);
        all.add(option);
        return new Entrant(label, task, workspace, all, before, command);
    }

    /** The same on so many processors. */
    Entrant onProcessors(int number) {
        return new Entrant(label, task, workspace, options, List.of("taskset", "-c", "0-" + (number - 1)), command);
    }

    Contender start(Path temporary) throws IOException {
        return command ? new CommandContender(task, workspace, temporary) : new JvmContender(this, temporary);
    }
}
