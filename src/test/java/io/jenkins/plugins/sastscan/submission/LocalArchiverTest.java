package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.GitRepository;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LocalArchiverTest {
    private static final Source EVERYTHING = new Source.Files("", Selection.everything());

    @TempDir
    Path folder;

    private LongConsumer progress = bytes -> {};

    private Path workspace;
    private Path temporary;

    @BeforeEach
    void createWorkspace() throws IOException {
        workspace = Files.createDirectories(folder.resolve("workspace"));
        temporary = folder.resolve("above/temporary");
        Files.writeString(workspace.resolve("a.txt"), "text");
    }

    @Test
    void an_archive_is_readable_only_by_its_owner_and_is_deleted_when_it_is_discarded() throws Exception {
        PreparedArchive archive = archive(EVERYTHING);
        assertThat(Path.of(archive.file())).isRegularFile().hasParent(temporary);
        assertThat(archive.report().files).isEqualTo(1);
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(permissions(Path.of(archive.file()))).isEqualTo("rw-------");
            assertThat(permissions(temporary)).isEqualTo("rwx------");
            // The parent directory keeps the usual permissions, because other plugins use it.
            Path usual = Files.createDirectory(folder.resolve("usual"));
            assertThat(permissions(temporary.getParent())).isEqualTo(permissions(usual));
        }
        archiver(SizeLimit.none()).discard(archive, Duration.ZERO);
        assertThat(temporary).isEmptyDirectory();
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void an_unusable_temporary_directory_is_reported_with_a_reason() throws Exception {
        Files.createDirectory(temporary.getParent());
        Files.createFile(temporary);
        assertThatThrownBy(() -> archive(EVERYTHING))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(temporary.toString())
                .hasMessageContaining("a file with that name exists");
    }

    @Test
    void an_existing_archive_is_inspected_and_never_deleted() throws Exception {
        PreparedArchive made = archive(EVERYTHING);
        Path ready = Files.copy(Path.of(made.file()), workspace.resolve("ready.zip"));
        Source source = new Source.ExistingArchive("ready.zip");
        PreparedArchive archive = archive(source);
        assertThat(archive.report().sha256).isEqualTo(made.report().sha256);
        archiver(SizeLimit.none()).discard(archive, Duration.ZERO);
        assertThat(ready).exists();
        assertThat(listed(source)).containsExactly(new SelectedFile("a.txt", 4, ready.toRealPath()));
    }

    @Test
    void a_link_that_leads_outside_the_workspace_is_rejected() throws Exception {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret.zip"), "secret");
        Files.createSymbolicLink(workspace.resolve("link"), outside);
        for (Source source : List.of(
                new Source.Files("link", Selection.everything()), new Source.ExistingArchive("link/secret.zip"))) {
            assertThatThrownBy(() -> archive(source))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("outside the workspace");
            assertThatThrownBy(() -> listed(source)).isInstanceOf(ArchiveException.class);
        }
    }

    @Test
    void the_current_directory_must_lie_in_the_workspace() throws Exception {
        Path other = Files.createDirectories(folder.resolve("workspace2/src"));
        for (Path directory : List.of(folder, folder.resolve("workspace2"), other)) {
            Files.writeString(directory.resolve("secret"), "of another job");
        }
        Files.createSymbolicLink(workspace.resolve("link"), other);
        for (Path directory : List.of(workspace.resolve("link"), folder, folder.resolve("workspace2"), other)) {
            for (Source source : List.of(EVERYTHING, new Source.ExistingArchive("secret"))) {
                assertThatThrownBy(() -> listedIn(directory, Boundary.of(workspace), source))
                        .isInstanceOf(ArchiveException.class)
                        .hasMessageContaining("leads outside the workspace");
            }
        }
        Files.createDirectory(workspace.resolve("src"));
        Files.writeString(workspace.resolve("src/b.txt"), "text");
        assertThat(listedIn(workspace.resolve("src"), Boundary.of(workspace), EVERYTHING))
                .extracting(SelectedFile::name)
                .containsExactly("b.txt");
    }

    @Test
    void the_current_directory_must_not_be_a_link_to_an_excluded_directory() throws Exception {
        for (String excluded : List.of(".git", "sub@tmp", "sub@tmp/secretFiles")) {
            Files.createDirectories(workspace.resolve(excluded));
            Files.writeString(workspace.resolve(excluded).resolve("secret"), "secret");
            Path link = Files.createSymbolicLink(workspace.resolve("link"), workspace.resolve(excluded));
            assertThatThrownBy(() -> listedIn(link, Boundary.of(workspace), EVERYTHING))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("\"link\" leads to an excluded directory through a symbolic link.");
            Files.delete(link);
        }
    }

    @Test
    void a_workspace_in_an_enclosing_workspace_must_not_be_a_link() throws Exception {
        Path other = Files.createDirectories(folder.resolve("other/src"));
        Files.writeString(other.resolve("b.txt"), "text");
        Path link = Files.createSymbolicLink(workspace.resolve("link"), other.getParent());
        List<String> enclosing = List.of(folder.resolve("none").toString(), workspace.toString());
        for (Path inner : List.of(link, link.resolve("src"))) {
            assertThatThrownBy(() -> listedIn(inner, new Boundary(inner.toString(), enclosing, "@"), EVERYTHING))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("leads elsewhere through a link in");
        }
        // Any other workspace is chosen by the pipeline alone.
        assertThat(listedIn(other, new Boundary(other.toString(), enclosing, "@"), EVERYTHING))
                .hasSize(1);
        Files.createDirectories(workspace.resolve("sub"));
        Files.writeString(workspace.resolve("sub/c.txt"), "text");
        Path inside = workspace.resolve("sub");
        assertThat(listedIn(inside, new Boundary(inside.toString(), enclosing, "@"), EVERYTHING))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/sast-scan"})
    void the_temporary_directory_must_not_be_a_link(String below) throws Exception {
        Path victim =
                Files.createDirectories(folder.resolve("victim/sast-scan")).getParent();
        Path other = Files.createFile(victim.resolve("sast-scan/sast-scan-2.zip"));
        Path link = Path.of(folder.resolve("src@tmp") + below);
        Files.createDirectories(link.getParent());
        Files.createSymbolicLink(link, below.isEmpty() ? victim : victim.resolve("sast-scan"));
        temporary = folder.resolve("src@tmp/sast-scan");
        TemporaryFiles files = new TemporaryFiles(temporary.toString(), "1");
        assertThatThrownBy(() -> archive(EVERYTHING))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("is a link. Remove the link.");
        assertThatThrownBy(files::found).isInstanceOf(ArchiveException.class);
        assertThatThrownBy(() -> files.delete(List.of("sast-scan-2.zip"))).isInstanceOf(ArchiveException.class);
        assertThat(victim.resolve("sast-scan")).isDirectoryContaining(other::equals);
        assertThat(victim.resolve("sast-scan").toFile().list()).hasSize(1);
    }

    @Test
    void the_search_for_the_git_repository_ends_at_the_workspace() throws Exception {
        GitRepository.init(folder);
        Path src = Files.createDirectories(workspace.resolve("src"));
        Files.writeString(src.resolve("b.txt"), "text");
        for (FileChoice choice : List.of(FileChoice.TRACKED, FileChoice.NOT_IGNORED)) {
            Source source = new Source.Files("", Selection.everything(choice));
            assertThatThrownBy(() -> listedIn(src, Boundary.of(workspace), source))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("is not in a work tree of Git");
        }
        GitRepository.init(workspace);
        Source source = new Source.Files("", Selection.everything(FileChoice.NOT_IGNORED));
        assertThat(listedIn(src, Boundary.of(workspace), source)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "app, sub@tmp, false",
        "app, .git, true",
        "lib/app, .git/objects, true",
        ".next, sub@tmp, true",
        "target/site, sub@tmp, true",
        "node_modules/p/link, sub@tmp, true",
        ".idea, .git, true",
        "p@script, sub@tmp, false"
    })
    void the_directory_to_submit_must_not_be_a_link_to_an_excluded_directory(String name, String to, boolean defaults)
            throws Exception {
        Files.writeString(Files.createDirectories(workspace.resolve(to)).resolve("secret"), "secret");
        Files.createDirectories(workspace.resolve(name).getParent());
        Files.createSymbolicLink(workspace.resolve(name), workspace.resolve(to));
        Selection selection = new Selection(List.of(), List.of(), defaults, true);
        assertThatThrownBy(() -> listed(new Source.Files(name, selection)))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("\"" + name + "\" leads to an excluded directory through a symbolic link.");
        assertThat(listed(new Source.Files(to, selection)))
                .extracting(SelectedFile::name)
                .containsExactly("secret");
    }

    @ParameterizedTest
    @CsvSource({"dist.zip, sub@tmp/s.zip", "dist.zip, .git/x.zip", ".next/dist.zip, sub@tmp/s.zip", "d.zip, x.zip~"})
    void the_archive_to_submit_must_not_be_a_link_to_an_excluded_file(String name, String to) throws Exception {
        Path made = Path.of(archive(EVERYTHING).file());
        Files.createDirectories(workspace.resolve(to).getParent());
        Files.copy(made, workspace.resolve(to));
        Files.createDirectories(workspace.resolve(name).getParent());
        Files.createSymbolicLink(workspace.resolve(name), workspace.resolve(to));
        for (Source source : List.of(new Source.ExistingArchive(name), new Source.ExistingArchive("./" + name))) {
            assertThatThrownBy(() -> archive(source))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining(name + "\" leads to an excluded file through a symbolic link.");
            assertThatThrownBy(() -> listed(source)).isInstanceOf(ArchiveException.class);
        }
        assertThat(listed(new Source.ExistingArchive(to))).hasSize(1);
    }

    @Test
    void the_archive_to_submit_may_be_a_link_to_another_workspace_file() throws Exception {
        Files.copy(Path.of(archive(EVERYTHING).file()), workspace.resolve("app-1.zip"));
        Files.createSymbolicLink(workspace.resolve("app.zip"), Path.of("app-1.zip"));
        assertThat(archive(new Source.ExistingArchive("app.zip")).report().files)
                .isEqualTo(1);
    }

    @Test
    void the_workspace_directory_may_be_a_link() throws Exception {
        Files.writeString(Files.createDirectories(workspace.resolve("sub@tmp")).resolve("secret"), "secret");
        workspace = Files.createSymbolicLink(folder.resolve("link-to-workspace"), workspace);
        assertThat(listed(EVERYTHING)).extracting(SelectedFile::name).containsExactly("a.txt");
        assertThat(listed(new Source.Files("./sub@tmp/", Selection.everything())))
                .extracting(SelectedFile::name)
                .containsExactly("secret");
    }

    @Test
    void the_size_limit_applies_to_the_request_body() throws Exception {
        byte[] noise = new byte[20_000];
        new Random(1).nextBytes(noise);
        Files.write(workspace.resolve("noise"), noise);
        for (UploadEncoding encoding : UploadEncoding.values()) {
            archiver(BodyMeter.limit(60_000, encoding)).archive(EVERYTHING);
        }
        archiver(BodyMeter.limit(30_000, UploadEncoding.MULTIPART)).archive(EVERYTHING);
        assertThatThrownBy(() ->
                        archiver(BodyMeter.limit(30_000, UploadEncoding.FORM)).archive(EVERYTHING))
                .isInstanceOf(ArchiveException.class);
        assertThat(temporary).isEmptyDirectory();
    }

    private List<SelectedFile> listed(Source source) throws Exception {
        return listedIn(workspace, Boundary.of(workspace), source);
    }

    private static List<SelectedFile> listedIn(Path directory, Boundary boundary, Source source) throws Exception {
        List<SelectedFile> files = new ArrayList<>();
        new LocalArchiver(directory, boundary, null, SizeLimit.none(), bytes -> {})
                .list(source, files::add, skipped -> {});
        return files;
    }

    private PreparedArchive archive(Source source) throws Exception {
        return archiver(SizeLimit.none()).archive(source);
    }

    private LocalArchiver archiver(SizeLimit limit) {
        return new LocalArchiver(workspace, new TemporaryFiles(temporary.toString(), "1"), limit, progress);
    }

    @Test
    void an_archive_of_an_earlier_attempt_is_replaced() throws Exception {
        PreparedArchive first = archive(EVERYTHING);
        Files.createFile(Path.of(first.manifest()));
        Files.writeString(workspace.resolve("a.txt"), "another text");

        PreparedArchive second = archive(EVERYTHING);

        assertThat(second.file()).isEqualTo(first.file());
        assertThat(second.report().sha256).isNotEqualTo(first.report().sha256);
        assertThat(Path.of(first.manifest())).doesNotExist();
    }
}
