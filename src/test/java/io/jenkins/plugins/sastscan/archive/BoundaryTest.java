package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.config.BodyMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class BoundaryTest {
    private static final Source.Files EVERYTHING = new Source.Files("", Selection.everything());

    @TempDir
    Path folder;

    private Path workspace;
    private Path temporary;

    @BeforeEach
    void createWorkspace() throws IOException {
        workspace = Files.createDirectories(folder.resolve("workspace"));
        temporary = folder.resolve("above/temporary");
        Files.writeString(workspace.resolve("a.txt"), "text");
    }

    @Test
    void an_existing_archive_is_inspected() throws Exception {
        Path made = archived(SizeLimit.none());
        Path ready = Files.copy(made, workspace.resolve("ready.zip"));
        Source.ExistingArchive source = new Source.ExistingArchive("ready.zip");
        assertThat(inspect(source).sha256()).isEqualTo(ArchiveFixture.sha256(made));
        assertThat(listed(source)).containsExactly(new SelectedFile("a.txt", 4, ready.toRealPath()));
    }

    @Test
    void a_link_that_leads_outside_the_workspace_is_rejected() throws Exception {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret.zip"), "secret");
        Files.createSymbolicLink(workspace.resolve("link"), outside);
        for (Source source : List.of(
                new Source.Files("link", Selection.everything()), new Source.ExistingArchive("link/secret.zip"))) {
            assertThatThrownBy(() -> listed(source))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("outside the workspace");
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
        Path made = archived(SizeLimit.none());
        Files.createDirectories(workspace.resolve(to).getParent());
        Files.copy(made, workspace.resolve(to));
        Files.createDirectories(workspace.resolve(name).getParent());
        Files.createSymbolicLink(workspace.resolve(name), workspace.resolve(to));
        for (var source : List.of(new Source.ExistingArchive(name), new Source.ExistingArchive("./" + name))) {
            assertThatThrownBy(() -> inspect(source))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining(name + "\" leads to an excluded file through a symbolic link.");
            assertThatThrownBy(() -> listed(source)).isInstanceOf(ArchiveException.class);
        }
        assertThat(listed(new Source.ExistingArchive(to))).hasSize(1);
    }

    @Test
    void the_archive_to_submit_may_be_a_link_to_another_workspace_file() throws Exception {
        Files.copy(archived(SizeLimit.none()), workspace.resolve("app-1.zip"));
        Files.createSymbolicLink(workspace.resolve("app.zip"), Path.of("app-1.zip"));
        assertThat(inspect(new Source.ExistingArchive("app.zip")).contents().files())
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
            archived(BodyMeter.limit(60_000, encoding));
        }
        archived(BodyMeter.limit(30_000, UploadEncoding.MULTIPART));
        assertThatThrownBy(() -> archived(BodyMeter.limit(30_000, UploadEncoding.FORM)))
                .isInstanceOf(ArchiveException.class);
        assertThat(temporary).isEmptyDirectory();
    }

    private List<SelectedFile> listed(Source source) throws Exception {
        return listedIn(workspace, Boundary.of(workspace), source);
    }

    private static List<SelectedFile> listedIn(Path directory, Boundary boundary, Source source) throws Exception {
        List<SelectedFile> files = new ArrayList<>();
        Path path = source.in(directory);
        if (source instanceof Source.Files selected) {
            new DirectoryArchiver(SizeLimit.none(), boundary)
                    .list(path, selected.selection(), files::add, skipped -> {});
        } else {
            ReadyArchive.inspect(ReadyArchive.locate(path, boundary), SizeLimit.none(), bytes -> {}, files::add);
        }
        return files;
    }

    private Path archived(SizeLimit limit) throws Exception {
        Path target = Files.createDirectories(temporary).resolve("source.zip");
        Files.deleteIfExists(target);
        new DirectoryArchiver(limit, workspace).archive(workspace, Selection.everything(), target, false, bytes -> {});
        return target;
    }

    private ArchiveFacts inspect(Source.ExistingArchive source) throws Exception {
        Path file = ReadyArchive.locate(source.in(workspace), Boundary.of(workspace));
        return ReadyArchive.inspect(file, SizeLimit.none(), bytes -> {}, each -> {});
    }
}
