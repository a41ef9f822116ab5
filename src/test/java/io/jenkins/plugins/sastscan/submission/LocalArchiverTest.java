package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LocalArchiverTest {
    private static final Source EVERYTHING = new Source.Files("", Selection.everything());

    @TempDir
    Path folder;

    private Path workspace;
    private Path temporary;

    @BeforeEach
    void aWorkspace() throws IOException {
        workspace = Files.createDirectories(folder.resolve("workspace"));
        temporary = folder.resolve("temporary");
        Files.writeString(workspace.resolve("a.txt"), "text");
    }

    @Test
    void an_archive_lies_in_the_temporary_folder_until_it_is_discarded() throws Exception {
        PreparedArchive archive = archiver("me").archive(EVERYTHING, bytes -> {});
        assertThat(Path.of(archive.file())).isRegularFile().hasParent(temporary);
        assertThat(archive.facts().files()).isEqualTo(1);
        archiver("me").discard(archive);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void an_archive_and_its_folder_are_for_their_owner_alone() throws Exception {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Path usual = Files.createDirectory(folder.resolve("usual"));
        Path above = folder.resolve("above");
        LocalArchiver archiver = new LocalArchiver(workspace, above.resolve("own"), "me", SizeLimit.none());

        PreparedArchive archive = archiver.archive(EVERYTHING, bytes -> {});

        assertThat(permissions(Path.of(archive.file()))).isEqualTo("rw-------");
        assertThat(permissions(above.resolve("own"))).isEqualTo("rwx------");
        // Others have files there, too.
        assertThat(permissions(above)).isEqualTo(permissions(usual));
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void a_directory_of_the_workspace_can_be_archived_alone() throws Exception {
        Files.createDirectories(workspace.resolve("sub"));
        Files.writeString(workspace.resolve("sub/b.txt"), "more");
        List<String> names = new ArrayList<>();
        archiver("me").list(new Source.Files("sub", Selection.everything()), file -> names.add(file.name()));
        assertThat(names).containsExactly("b.txt");
    }

    @Test
    void a_temporary_folder_that_cannot_be_used_is_said_with_a_reason() throws Exception {
        Files.createFile(temporary);
        assertThatThrownBy(() -> archiver("me").archive(EVERYTHING, bytes -> {}))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(temporary.toString())
                .hasMessageContaining("a file with that name exists");
    }

    @Test
    void an_owner_that_could_lead_elsewhere_is_a_defect() {
        assertThatThrownBy(() -> archiver("../me")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_ready_archive_is_examined_and_never_deleted() throws Exception {
        PreparedArchive made = archiver("me").archive(EVERYTHING, bytes -> {});
        Path ready = Files.copy(Path.of(made.file()), workspace.resolve("ready.zip"));
        PreparedArchive archive = archiver("me").archive(new Source.ReadyArchive("ready.zip"), bytes -> {});
        assertThat(archive.facts().sha256()).isEqualTo(made.facts().sha256());
        archiver("me").discard(archive);
        assertThat(ready).exists();

        List<SelectedFile> listed = new ArrayList<>();
        archiver("me").list(new Source.ReadyArchive("ready.zip"), listed::add);
        assertThat(listed).containsExactly(new SelectedFile("ready.zip", Files.size(ready), ready.toRealPath()));
    }

    @Test
    void a_link_out_of_the_workspace_is_no_way_out() throws Exception {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret.zip"), "secret");
        Files.createSymbolicLink(workspace.resolve("link"), outside);
        for (Source source :
                List.of(new Source.Files("link", Selection.everything()), new Source.ReadyArchive("link/secret.zip"))) {
            assertThatThrownBy(() -> archiver("me").archive(source, bytes -> {}))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("outside the workspace");
            assertThatThrownBy(() -> archiver("me").list(source, file -> {})).isInstanceOf(ArchiveException.class);
        }
    }

    @Test
    void a_workspace_that_is_itself_reached_by_a_link_is_fine() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("link-to-workspace"), workspace);
        SkippedFiles skippedFiles = new LocalArchiver(link, temporary, "me", SizeLimit.none())
                .list(EVERYTHING, file -> assertThat(file.name()).isEqualTo("a.txt"));
        assertThat(skippedFiles.count(Reason.UNREADABLE)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void the_size_limit_counts_the_bytes_of_the_body(UploadEncoding encoding) throws Exception {
        byte[] noise = new byte[20_000];
        new Random(1).nextBytes(noise);
        Files.write(workspace.resolve("noise"), noise);
        SizeLimit enough = BodyMeter.limit(60_000, encoding);
        SizeLimit tight = BodyMeter.limit(30_000, encoding);
        LocalArchiver roomy = limited(enough);
        roomy.discard(roomy.archive(EVERYTHING, bytes -> {}));
        if (encoding == UploadEncoding.FORM) {
            assertThatThrownBy(() -> limited(tight).archive(EVERYTHING, bytes -> {}))
                    .isInstanceOf(ArchiveException.class);
        } else {
            limited(tight).discard(limited(tight).archive(EVERYTHING, bytes -> {}));
        }
        assertThat(temporary).isEmptyDirectory();
    }

    private LocalArchiver limited(SizeLimit limit) {
        return new LocalArchiver(workspace, temporary, "me", limit);
    }

    private LocalArchiver archiver(String owner) {
        return new LocalArchiver(workspace, temporary, owner, SizeLimit.none());
    }
}
