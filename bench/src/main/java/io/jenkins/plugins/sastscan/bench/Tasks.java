package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.service.UploadEncoding;
import java.nio.file.Path;
import java.util.UUID;

/** What can be measured, by name. */
final class Tasks {
    private Tasks() {}

    static Task of(String name, Path workspace, Path temporary) throws Exception {
        return switch (name) {
            case "select-ours" -> () -> Ours.select(workspace);
            case "select-ant" -> () -> AntWay.select(workspace).length;
            case "archive-ours" -> () -> Ours.archive(workspace, target(temporary));
            case "archive-ant" -> () -> AntWay.archive(workspace, target(temporary));
            case "archive-ant-heap" -> () -> AntWay.archiveInHeap(workspace).length;
            case "archive-scatter" -> () -> OtherWays.scatter(workspace, target(temporary));
            case "archive-jdk" -> () -> OtherWays.jdk(workspace, target(temporary));
            case "deflate-limit" -> () -> DeflateLimit.micros(workspace);
            case "hashing" -> () -> Hashing.bytes(workspace);
            case "upload-form" -> new Uploads(UploadEncoding.FORM).alone(workspace, target(temporary));
            case "upload-multipart" -> new Uploads(UploadEncoding.MULTIPART).alone(workspace, target(temporary));
            case "submit-ours" -> () -> new Uploads(UploadEncoding.FORM).submit(workspace, temporary);
            case "submit-plugins" -> () -> Uploads.submitFromHeap(workspace);
            case "submit-2" -> () -> new Uploads(UploadEncoding.FORM).submit(2, workspace, temporary);
            case "submit-4" -> () -> new Uploads(UploadEncoding.FORM).submit(4, workspace, temporary);
            case "submit-8" -> () -> new Uploads(UploadEncoding.FORM).submit(8, workspace, temporary);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static Path target(Path temporary) {
        return temporary.resolve(UUID.randomUUID() + ".zip");
    }
}
