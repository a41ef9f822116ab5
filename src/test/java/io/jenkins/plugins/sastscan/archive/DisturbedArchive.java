package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Archives a directory of a first file, a last one, and what a test puts in between as the file "m". */
abstract class DisturbedArchive {
    static final int SMALL = 10_000;
    static final int LARGE = 3_000_000;

    @TempDir
    Path temp;

    Path root;
    Path target;
    Path file;

    @BeforeEach
    void makeRoot() throws Exception {
        root = Files.createDirectory(temp.resolve("root"));
        target = temp.resolve("out.zip");
        file = root.resolve("m");
        ArchiveTests.write(root, "a", "before");
        ArchiveTests.write(root, "z", "after");
    }

    ArchiveFacts archive(FileOpener opener) throws Exception {
        return new DirectoryArchiver(ArchiveOptions.defaults().withThreads(2), opener)
                .archive(root, ArchiveTests.ALL, target, ArchiveProgress.none());
    }

    void assertNothingIsLeft() {
        assertThat(temp)
                .isDirectoryNotContaining(path -> path.getFileName().toString().startsWith("out.zip"));
        ArchiveTests.assertNoThreadIsLeft();
    }
}
