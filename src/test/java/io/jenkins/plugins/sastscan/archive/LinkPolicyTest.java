package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.LinkPolicy.Target;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkPolicyTest {
    @TempDir
    Path temp;

    private Path root;
    private LinkPolicy links;

    @BeforeEach
    void makeRoot() throws Exception {
        root = Files.createDirectory(temp.toRealPath().resolve("root"));
        links = new LinkPolicy(root);
    }

    @Test
    void a_directory_in_whose_place_a_link_was_put_is_noticed() throws Exception {
        ArchiveTests.assumePosix();
        Path directory = Files.createDirectory(root.resolve("d"));
        Target target = links.resolve(directory);
        assertThat(target.isStillThere()).isTrue();
        Files.move(directory, temp.resolve("elsewhere"));
        Files.createSymbolicLink(directory, temp.resolve("elsewhere"));
        assertThat(target.isStillThere()).isFalse();
    }

    @Test
    void a_link_is_resolved_to_what_is_no_link() throws Exception {
        ArchiveTests.assumePosix();
        ArchiveTests.write(root, "real/file", "123");
        Files.createSymbolicLink(root.resolve("one"), Path.of("real"));
        Files.createSymbolicLink(root.resolve("two"), Path.of("one/file"));
        Target target = links.resolve(root.resolve("two"));
        assertThat(target.path()).isEqualTo(root.resolve("real/file"));
        assertThat(target.attributes().size()).isEqualTo(3);
        assertThat(target.linked()).isTrue();
        assertThat(target.problem()).isNull();
    }

    @Test
    void what_is_gone_is_a_failure_and_no_broken_link() {
        assertThatThrownBy(() -> links.resolve(root.resolve("gone"))).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void a_directory_is_entered_through_one_link_only_and_never_from_within() {
        Path a = root.resolve("a");
        assertThat(links.skipReason(a, Stream.of(root))).isNull();
        assertThat(links.skipReason(a, Stream.of(root))).isEqualTo(Reason.LINK_REPEATED);
        Path b = root.resolve("b");
        assertThat(links.skipReason(b, Stream.of(root, b.resolve("c")))).isEqualTo(Reason.LINK_LOOP);
        assertThat(links.skipReason(b, Stream.of(root, root.resolve("bb")))).isNull();
    }
}
