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
        SmallDisk disk = new SmallDisk(directory);
        if (directory.toFile().getTotalSpace() > 2L * kilobytes * 1024) {
            disk.close();
            Assumptions.abort("a file system that was mounted here is not the small one that was asked for");
        }
        return disk;
    }

    public Path directory() {
        return directory;
    }

    private static boolean run(String... command) {
        try {
            return new ProcessBuilder(command).start().onExit().join().exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        run("umount", directory.toString());
    }
}
