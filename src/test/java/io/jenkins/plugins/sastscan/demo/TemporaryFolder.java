package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that is gone when it is closed, with all that is in it. */
record TemporaryFolder(Path path) implements AutoCloseable {
    static TemporaryFolder create() throws IOException {
        return new TemporaryFolder(Files.createTempDirectory("sast-scan-demo"));
    }

    /** @throws InvalidInputException if a directory that is to be read holds what the demo writes */
    static void refuseInside(Path directory, Path temporary) throws IOException {
        if (Files.exists(directory) && temporary.toRealPath().startsWith(directory.toRealPath())) {
            throw new InvalidInputException("The directory holds the folder for temporary files, which the demo itself"
                    + " fills; name another directory, or set JAVA_OPTS=-Djava.io.tmpdir=... to another place.");
        }
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(path)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
