package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.SelectedFile;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Archives, their temporary files, and the lock that makes other work wait. */
@Timeout(60)
class LocalArchiverTest {
    private static final Source EVERYTHING = new Source.Files("", Selection.everything());

    @TempDir
    Path folder;

    private Path workspace;
    private Path temporary;
    private Path file;
    private Thread thread;

    @BeforeEach
    void aWorkspace() throws IOException {
        workspace = Files.createDirectories(folder.resolve("workspace"));
        temporary = folder.resolve("above/temporary");
        file = folder.resolve("new").resolve("work.lock");
        Files.writeString(workspace.resolve("a.txt"), "text");
    }

    @Test
    void an_archive_lies_in_the_temporary_folder_for_its_owner_alone_until_it_is_discarded() throws Exception {
        PreparedArchive archive = archive(EVERYTHING);
        assertThat(Path.of(archive.file())).isRegularFile().hasParent(temporary);
        assertThat(archive.facts().files()).isEqualTo(1);
        if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(permissions(Path.of(archive.file()))).isEqualTo("rw-------");
            assertThat(permissions(temporary)).isEqualTo("rwx------");
            // Others have files there, too.
            Path usual = Files.createDirectory(folder.resolve("usual"));
            assertThat(permissions(temporary.getParent())).isEqualTo(permissions(usual));
        }
        archiver(SizeLimit.none()).discard(archive);
        assertThat(temporary).isEmptyDirectory();
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void a_temporary_folder_that_cannot_be_used_is_said_with_a_reason() throws Exception {
        Files.createDirectory(temporary.getParent());
        Files.createFile(temporary);
        assertThatThrownBy(() -> archive(EVERYTHING))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(temporary.toString())
                .hasMessageContaining("a file with that name exists");
    }

    @Test
    void a_ready_archive_is_examined_and_never_deleted() throws Exception {
        PreparedArchive made = archive(EVERYTHING);
        Path ready = Files.copy(Path.of(made.file()), workspace.resolve("ready.zip"));
        Source source = new Source.ExistingArchive("ready.zip");
        PreparedArchive archive = archive(source);
        assertThat(archive.facts().sha256()).isEqualTo(made.facts().sha256());
        archiver(SizeLimit.none()).discard(archive);
        assertThat(ready).exists();
        assertThat(listed(source))
                .containsExactly(new SelectedFile("ready.zip", Files.size(ready), ready.toRealPath()));
    }

    @Test
    void a_link_out_of_the_workspace_is_no_way_out() throws Exception {
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
    void an_archive_is_refused_if_a_directory_above_it_becomes_a_link_while_it_is_read() throws Exception {
        Path made = Path.of(archive(EVERYTHING).file());
        Path inside = Files.createDirectories(workspace.resolve("inside"));
        Path outside = Files.createDirectories(folder.resolve("outside"));
        for (Path target : List.of(outside, Files.createDirectories(workspace.resolve("other")))) {
            Path directory = workspace.resolve("build");
            Files.deleteIfExists(directory);
            Files.createSymbolicLink(directory, inside);
            Files.copy(made, inside.resolve("a.zip"), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(made, target.resolve("a.zip"));
            assertThatThrownBy(() -> archiver(SizeLimit.none())
                            .archive(new Source.ExistingArchive("build/a.zip"), bytes -> replace(directory, target)))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining(target == outside ? "leads outside the workspace" : "was replaced while");
        }
    }

    private static void replace(Path link, Path target) {
        try {
            Files.delete(link);
            Files.createSymbolicLink(link, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_workspace_that_is_itself_reached_by_a_link_is_fine() throws Exception {
        workspace = Files.createSymbolicLink(folder.resolve("link-to-workspace"), workspace);
        assertThat(listed(EVERYTHING)).extracting(SelectedFile::name).containsExactly("a.txt");
    }

    @Test
    void the_size_limit_counts_the_bytes_of_the_body() throws Exception {
        byte[] noise = new byte[20_000];
        new Random(1).nextBytes(noise);
        Files.write(workspace.resolve("noise"), noise);
        for (UploadEncoding encoding : UploadEncoding.values()) {
            archiver(BodyMeter.limit(60_000, encoding)).archive(EVERYTHING, bytes -> {});
        }
        archiver(BodyMeter.limit(30_000, UploadEncoding.MULTIPART)).archive(EVERYTHING, bytes -> {});
        assertThatThrownBy(() ->
                        archiver(BodyMeter.limit(30_000, UploadEncoding.FORM)).archive(EVERYTHING, bytes -> {}))
                .isInstanceOf(ArchiveException.class);
        assertThat(temporary).isEmptyDirectory();
    }

    private List<SelectedFile> listed(Source source) throws Exception {
        List<SelectedFile> files = new ArrayList<>();
        new LocalArchiver(workspace, null, SizeLimit.none()).list(source, files::add);
        return files;
    }

    private PreparedArchive archive(Source source) throws Exception {
        return archiver(SizeLimit.none()).archive(source, bytes -> {});
    }

    private LocalArchiver archiver(SizeLimit limit) {
        return new LocalArchiver(workspace, new TemporaryFiles(temporary.toString(), "sast-scan", "me", "1"), limit);
    }

    @Test
    void what_a_dead_owner_or_process_left_goes_and_what_others_use_stays() throws Exception {
        Files.createDirectories(temporary);
        Files.createFile(next("group", "me2", "1"));
        Files.createFile(temporary.resolve("group-me2-1.lock"));
        Path first = Files.createFile(next("group", "me", "1"));
        Path ofAnotherGroup = Files.createFile(next("group2", "other", "1"));
        Path strange = Files.createFile(temporary.resolve("group.txt"));
        Path second = Files.createFile(next("group", "me", "2"));
        assertThat(temporary.toFile().listFiles())
                .extracting(file -> file.toPath())
                .containsExactlyInAnyOrder(first, second, ofAnotherGroup, strange);

        assertThat(next("group", "me", "1")).isEqualTo(first).doesNotExist();
    }

    @Test
    void an_owner_that_could_lead_elsewhere_is_a_defect() {
        assertThatThrownBy(() -> next("group", "../me", "1")).isInstanceOf(IllegalArgumentException.class);
    }

    private Path next(String group, String owner, String name) throws Exception {
        return new TemporaryFiles(temporary.toString(), group, owner, name).next();
    }

    @Test
    void other_work_waits_until_the_first_has_ended() throws Exception {
        WorkLock first = WorkLock.take(file.getParent(), file);
        FutureTask<WorkLock> second = started();
        awaitWaiting();
        assertThat(second.isDone()).isFalse();
        assertThat(file).exists();

        first.close();

        second.get().close();
        assertThat(file).doesNotExist();
    }

    @Test
    void waiting_ends_when_it_is_interrupted() throws Exception {
        try (WorkLock lock = WorkLock.take(file.getParent(), file)) {
            assertThat(lock).isNotNull();
            FutureTask<WorkLock> second = started();
            awaitWaiting();

            thread.interrupt();

            assertThatThrownBy(second::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
        }
    }

    @Test
    void a_file_that_a_killed_process_left_is_no_lock() throws Exception {
        Files.createDirectories(file.getParent());
        Files.createFile(file);

        WorkLock.take(file.getParent(), file).close();

        assertThat(file).doesNotExist();
    }

    @Test
    void work_goes_on_where_there_can_be_no_lock_file() throws Exception {
        Files.createFile(folder.resolve("new"));

        WorkLock.take(file.getParent(), file).close();

        assertThat(folder.resolve("new")).isRegularFile();
    }

    private FutureTask<WorkLock> started() {
        FutureTask<WorkLock> task = new FutureTask<>(() -> WorkLock.take(file.getParent(), file));
        thread = new Thread(task);
        thread.start();
        return task;
    }

    private void awaitWaiting() {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }
}
