package io.jenkins.plugins.sastscan.jenkins;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A file system of a few kilobytes, where the machine lets us have one: Linux, and the right to mount. */
public final class SmallDisk implements AutoCloseable {
    private final Path directory;

    private SmallDisk(Path directory) {
        this.directory = directory;
    }

    /** Mounts one on a directory; the test is left out where that cannot be done. */
    public static SmallDisk mount(Path directory, int kilobytes) {
        Assumptions.assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + kilobytes + "k", "tmpfs", directory.toString()),
                "a small file system cannot be mounted here");
        return new SmallDisk(directory);
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        run("umount", directory.toString());
    }
}
