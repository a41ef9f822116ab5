package io.jenkins.plugins.sastscan.archive;

import java.nio.file.Path;

/** Archives in a JVM of its own, whose locale and heap a test decides. */
final class ArchiveInAnotherJvm {
    private ArchiveInAnotherJvm() {}

    public static void main(String[] arguments) throws Exception {
        new DirectoryArchiver(SizeLimit.none())
                .archive(Path.of(arguments[0]), Selection.everything(), Path.of(arguments[1]), bytes -> {});
    }
}
