package io.jenkins.plugins.sastscan.bench;

import java.nio.file.Path;
import java.util.UUID;

/** What can be measured, by name. */
final class Tasks {
    private Tasks() {}

    static Task of(String name, Path workspace, Path temporary) {
        return switch (name) {
            case "select-ours" -> () -> Ours.select(workspace);
            case "select-ant" -> () -> AntWay.select(workspace).length;
            case "archive-ours" -> () -> Ours.archive(workspace, target(temporary));
            case "archive-ant" -> () -> AntWay.archive(workspace, target(temporary));
            case "archive-ant-heap" -> () -> AntWay.archiveInHeap(workspace).length;
            case "archive-scatter" -> () -> OtherWays.scatter(workspace, target(temporary));
            case "archive-jdk" -> () -> OtherWays.jdk(workspace, target(temporary));
            case "deflate-limit" -> () -> DeflateLimit.micros(workspace);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Path target(Path temporary) {
        return temporary.resolve(UUID.randomUUID() + ".zip");
    }
}
