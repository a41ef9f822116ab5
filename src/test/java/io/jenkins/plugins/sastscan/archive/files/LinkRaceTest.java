package io.jenkins.plugins.sastscan.archive.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.FileTree;
import io.jenkins.plugins.sastscan.archive.select.LinkPolicy;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** While directories are archived, another process replaces them with links or pipes. */
@Timeout(60)
class LinkRaceTest extends ArchiveFixture {
    /** The directory to which the links lead. In some tests, its files have the same names as archived files. */
    private Path outside;

    @BeforeEach
    void makeOutside() throws Exception {
        assumePosix();
        outside = Files.createDirectory(temp.resolve("outside"));
    }

    private void assumeNoLinksAreFollowed() throws Exception {
        try (OpenDirectories directories = LinkPolicy.open(root, root, ALL)) {
            Assumptions.assumeTrue(directories.followsNoLinks());
        }
    }

    private static void replaceByLink(Path directory, Path target) throws IOException {
        Files.move(directory, directory.resolveSibling("moved"));
        Files.createSymbolicLink(directory, target);
    }

    private static void restore(Path directory) throws IOException {
        Files.delete(directory);
        Files.move(directory.resolveSibling("moved"), directory);
    }

    @ParameterizedTest
    @EnumSource
    void the_walk_does_not_follow_a_link_that_replaced_a_directory(FileChoice files) throws Exception {
        assumeNoLinksAreFollowed();
        writeEmpty("d/a", "d/sub/b");
        write(outside, "sub/b", "secret");
        write(outside, "sub/secret", "secret");
        GitRepository.init(root).commit(".");
        try (OpenDirectories directories = LinkPolicy.open(root, root, ALL)) {
            FileTree tree = new FileTree(directories, Selection.everything(files));
            List<SelectedFile> found = new ArrayList<>();
            tree.walk(file -> {
                found.add(file);
                if (file.name().equals("d/a")) {
                    replaceByLink(root.resolve("d"), outside);
                }
            });
            restore(root.resolve("d"));
            for (SelectedFile file : found) {
                names.add(file.name());
                try (SeekableByteChannel channel = directories.open(file.path())) {
                    assertThat(channel.size()).as(file.name()).isZero();
                }
            }
        }
        assertThat(names).containsExactly("d/a", "d/sub/b");
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 300_000})
    void a_link_that_replaced_a_directory_is_not_followed_when_a_file_is_opened(int size) throws Exception {
        assumeNoLinksAreFollowed();
        write("d/m", "x".repeat(size));
        write(outside, "m", "s".repeat(size));
        archive(1, own -> path -> {
            replaceByLink(root.resolve("d"), outside);
            try {
                return own.open(path);
            } finally {
                restore(root.resolve("d"));
            }
        });
        assertThat(entries().get("d/m")).asString().isEqualTo("x".repeat(size));
    }

    @Test
    void a_closed_directory_is_not_reopened_through_a_link() throws Exception {
        assumeNoLinksAreFollowed();
        write("d/m", "text");
        write(outside, "m", "secret");
        for (int i = 0; i <= DirectoryHandles.MAX_OPEN; i++) {
            write("e" + i + "/f", "");
        }
        try (OpenDirectories directories = LinkPolicy.open(root, root, ALL)) {
            List<SelectedFile> found = new ArrayList<>();
            new FileTree(directories, ALL).walk(found::add);
            Path file = found.get(0).path();
            replaceByLink(root.resolve("d"), outside);
            assertThatThrownBy(() -> directories.open(file)).isInstanceOf(NoSuchFileException.class);
            restore(root.resolve("d"));
            try (SeekableByteChannel channel = directories.open(file)) {
                assertThat(channel.size()).isEqualTo(4);
            }
        }
    }

    @Test
    void no_outside_file_is_found_when_a_link_replaces_the_parent_directory_of_a_link_target() throws Exception {
        assumeNoLinksAreFollowed();
        writeEmpty("target/deep/x", "target/deep/y/z");
        write(outside, "deep/y/secret", "secret");
        link("link", "target/deep");
        try (OpenDirectories directories = LinkPolicy.open(root, root, ALL)) {
            new FileTree(directories, ALL).walk(file -> {
                names.add(file.name());
                if (file.name().equals("link/x")) {
                    replaceByLink(root.resolve("target"), outside);
                }
            });
        }
        assertThat(names).containsExactly("link/x", "link/y/z");
    }

    @Test
    void a_link_that_replaces_the_root_is_not_followed() throws Exception {
        assumeNoLinksAreFollowed();
        writeEmpty("app/a");
        write(outside, "a", "secret");
        write(outside, ".sastignore", "nothing");
        Path app = root.resolve("app");
        try (OpenDirectories directories = LinkPolicy.open(app, root, ALL)) {
            replaceByLink(app, outside);
            assertRefused(() -> new FileTree(directories, ALL).walk(file -> names.add(file.name())), "cannot be read");
        }
        assertThat(names).isEmpty();
    }

    @Test
    void a_pipe_that_replaces_a_directory_is_not_opened() throws Exception {
        writeEmpty("a/x", "b/y");
        try (OpenDirectories directories = LinkPolicy.open(root, root, ALL)) {
            new FileTree(directories, ALL).walk(file -> {
                names.add(file.name());
                if (file.name().equals("a/x")) {
                    delete(root.resolve("b"));
                    makePipe(root.resolve("b"));
                }
            });
        }
        assertThat(names).containsExactly("a/x");
    }

    /** The Windows and macOS file systems of Jimfs have no {@code SecureDirectoryStream}. */
    @ParameterizedTest
    @ValueSource(strings = {"windows", "osx"})
    void the_replacement_of_a_directory_is_noticed_on_windows_and_macos(String system) throws Exception {
        Configuration configuration = system.equals("osx") ? Configuration.osX() : Configuration.windows();
        try (FileSystem other = Jimfs.newFileSystem(configuration)) {
            root = Files.createDirectory(other.getPath("root"));
            outside = Files.createDirectory(other.getPath("outside")).toAbsolutePath();
            target = other.getPath("out.zip");
            write("a", "");
            write("d/m", "text");
            write(outside, "m", "secret");
            ArchiveFacts facts = archive(1, own -> path -> {
                if (path.endsWith("a")) {
                    replaceByLink(root.resolve("d"), outside);
                }
                return own.open(path);
            });
            assertThat(entries()).containsOnlyKeys("a");
            assertThat(names(facts.skippedFiles(), SkipReason.VANISHED)).containsExactly("d/m");
        }
    }

    @Test
    void a_directory_that_was_replaced_by_a_link_is_not_listed_on_macos() throws Exception {
        try (FileSystem other = Jimfs.newFileSystem(Configuration.osX())) {
            root = Files.createDirectory(other.getPath("root")).toRealPath();
            Files.createDirectory(root.resolve("d"));
            outside = Files.createDirectory(root.resolveSibling("outside"));
            write(outside, "secret", "secret");
            try (OpenDirectories directories = LinkPolicy.open(root, root, ALL)) {
                assertThat(directories.followsNoLinks()).isFalse();
                assertThat(directories.list(root.resolve("d"))).isEmpty();
                replaceByLink(root.resolve("d"), outside);
                assertThatThrownBy(() -> directories.list(root.resolve("d"))).isInstanceOf(NoSuchFileException.class);
            }
        }
    }

    @Test
    @Tag("slow")
    @Timeout(600)
    void no_outside_file_is_archived_while_a_link_repeatedly_replaces_a_directory() throws Exception {
        assumeNoLinksAreFollowed();
        for (int i = 0; i < 100; i++) {
            String file = i / 5 + "/" + i % 5;
            write("d/" + file, "text");
            write(outside, file, "this is a secret");
            write(outside, file + "-secret", "secret");
        }
        write("a", "");
        AtomicBoolean end = new AtomicBoolean();
        FutureTask<Void> replacing = new FutureTask<>(() -> {
            while (!end.get()) {
                replaceByLink(root.resolve("d"), outside);
                restore(root.resolve("d"));
            }
            return null;
        });
        new Thread(replacing).start();
        try {
            for (int run = 0; run < 300; run++) {
                archive(2, UnaryOperator.identity());
                assertThat(entries().keySet()).noneMatch(name -> name.contains("secret"));
                assertThat(entries().values())
                        .allSatisfy(content -> assertThat(content).asString().isIn("", "text"));
                Files.delete(target);
            }
        } finally {
            end.set(true);
            replacing.get();
        }
    }
}
