package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MissingSourceTest {
    @TempDir
    Path folder;

    private Path source;

    @BeforeEach
    void makeSource() throws Exception {
        source = Files.createDirectory(folder.resolve("source"));
        Files.writeString(source.resolve("a.c"), "int a;");
        Files.createDirectory(source.resolve("empty"));
        Files.writeString(source.resolve(".gitmodules"), """
                [submodule "one"]
                \tpath = libs/one
                \turl = ../one.git
                [submodule "two"]
                    path = "libs/two words"
                    url = ../two.git
                [submodule "three"]
                \tpath = libs/three
                """);
    }

    @Test
    void nothing_is_missing_without_a_cause() throws Exception {
        Files.createDirectories(source.resolve("libs/one"));
        Files.writeString(source.resolve("libs/one/b.c"), "int b;");
        assertThat(MissingSource.warnings(archive(Selection.everything()))).isEmpty();
    }

    @Test
    void pointers_and_empty_submodules_are_counted() throws Exception {
        String pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0".repeat(64) + "\nsize 1\n";
        Files.writeString(source.resolve("x.bin"), pointer);
        Files.writeString(source.resolve("y.bin"), pointer);
        Files.createDirectories(source.resolve("libs/two words"));
        assertThat(MissingSource.warnings(archive(Selection.everything())))
                .containsExactly(
                        "The archive has 2 Git LFS pointer files in place of their content. Run git lfs pull before this"
                                + " step, or exclude them.",
                        "The archive lacks 1 submodule that is not checked out. Check out submodules before this step,"
                                + " or exclude them.");
        Selection patterns = new Selection(List.of(), List.of("libs/**", "*.bin"), true, true);
        Files.delete(folder.resolve("a.zip"));
        assertThat(MissingSource.warnings(archive(patterns))).isEmpty();
    }

    @Test
    void an_archive_shrinks_noticeably_below_one_half() {
        assertThat(MissingSource.shrunk(500, 1_000, 7)).isEmpty();
        assertThat(MissingSource.shrunk(1, 1, 7)).isEmpty();
        assertThat(MissingSource.shrunk(499, 1_000, 7))
                .hasValue("The archive is 499 B, less than half of the 1.0 kB of build #7. Check that the checkout is"
                        + " complete and the patterns are right.");
    }

    private ArchiveFacts archive(Selection selection) throws Exception {
        return new DirectoryArchiver(SizeLimit.none())
                .archive(source, selection, folder.resolve("a.zip"), false, bytes -> {});
    }
}
