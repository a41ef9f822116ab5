package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A directory to archive, and a place for the archive next to it. */
abstract class ArchiveFixture {
    @TempDir
    Path temp;

    Path root;
    Path target;
    final List<String> names = new ArrayList<>();

    @BeforeEach
    void makeRoot() throws Exception {
        root = Files.createDirectory(temp.resolve("root"));
        target = temp.resolve("out.zip");
    }

    Path write(String name, byte[] content) throws IOException {
        return ArchiveTests.write(root, name, content);
    }

    Path write(String name, String content) throws IOException {
        return ArchiveTests.write(root, name, content);
    }

    void writeEmpty(String... files) throws IOException {
        for (String name : files) {
            write(name, "");
        }
    }

    void link(String name, String to) throws IOException {
        ArchiveTests.assumePosix();
        Files.createSymbolicLink(root.resolve(name), Path.of(to));
    }

    ArchiveFacts archive() throws Exception {
        return archive(SizeLimit.none());
    }

    ArchiveFacts archive(SizeLimit limit) throws Exception {
        return new DirectoryArchiver(limit).archive(root, ArchiveTests.ALL, target, bytes -> {});
    }

    ArchiveFacts archive(LongConsumer progress) throws Exception {
        return new DirectoryArchiver(SizeLimit.none()).archive(root, ArchiveTests.ALL, target, progress);
    }

    ArchiveFacts archive(int threads, SourceFile.Opener opener) throws Exception {
        return new DirectoryArchiver(SizeLimit.none(), threads, opener)
                .archive(root, ArchiveTests.ALL, target, bytes -> {});
    }

    Map<String, byte[]> entries() throws IOException {
        return ArchiveTests.entries(target);
    }

    /** Lists the selected names in {@link #names}, and returns the skipped files. */
    SkippedFiles list(Selection selection) throws Exception {
        return ArchiveTests.skippedFiles(root, selection, names);
    }

    void assertNothingIsLeft() throws IOException {
        assertThat(ArchiveTests.filesIn(temp)).containsExactly(root);
        ArchiveTests.assertNoThreadIsLeft();
    }
}
