package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class DirectoryArchiverTest {
    @TempDir
    Path temp;

    private Path root;
    private Path target;

    @BeforeEach
    void makeRoot() throws Exception {
        root = Files.createDirectory(temp.resolve("root"));
        target = temp.resolve("out.zip");
    }

    @Test
    void every_reader_finds_the_files_with_their_names_and_contents() throws Exception {
        Map<String, byte[]> files = sample();
        archive(ArchiveOptions.defaults());
        assertThat(ArchiveTests.entries(target)).containsExactlyEntriesOf(files);
        try (ZipFile zip = new ZipFile(target.toFile())) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                assertThat(zip.getInputStream(zip.getEntry(file.getKey())).readAllBytes())
                        .isEqualTo(file.getValue());
            }
        }
        try (var zip = org.apache.commons.compress.archivers.zip.ZipFile.builder()
                .setPath(target)
                .get()) {
            List<String> names = new ArrayList<>();
            for (var entries = zip.getEntriesInPhysicalOrder(); entries.hasMoreElements(); ) {
                ZipArchiveEntry entry = entries.nextElement();
                names.add(entry.getName());
                assertThat(zip.getInputStream(entry).readAllBytes()).isEqualTo(files.get(entry.getName()));
            }
            assertThat(names).containsExactlyElementsOf(files.keySet());
        }
    }

    @Test
    void info_zip_reads_it() throws Exception {
        sample();
        archive(ArchiveOptions.defaults());
        assertThat(ArchiveTests.run(temp, "unzip", "-tq", "out.zip")).contains("No errors detected");
    }

    @Test
    void python_reads_it() throws Exception {
        sample();
        archive(ArchiveOptions.defaults());
        assertThat(ArchiveTests.run(
                        temp, "python3", "-c", "import zipfile; print(zipfile.ZipFile('out.zip').testzip())"))
                .startsWith("None");
    }

    @Test
    void the_facts_are_those_of_the_file_and_its_contents() throws Exception {
        Map<String, byte[]> files = sample();
        ArchiveFacts facts = archive(ArchiveOptions.defaults());
        assertThat(facts.files()).isEqualTo(files.size());
        assertThat(facts.rawBytes())
                .isEqualTo(files.values().stream()
                        .mapToLong(content -> content.length)
                        .sum());
        assertThat(facts.archiveBytes()).isEqualTo(Files.size(target));
        assertThat(facts.sha256()).isEqualTo(ArchiveTests.sha256(target));
        assertThat(facts.contentDigest()).isEqualTo(contentDigest(files));
        assertThat(facts.skippedFiles()).isEqualTo(SkippedFiles.nothing());
    }

    @Test
    void the_same_files_give_the_same_bytes_whatever_the_threads_the_place_and_the_dates() throws Exception {
        sample();
        ArchiveFacts facts = archive(ArchiveOptions.defaults().withThreads(1));
        for (int threads : new int[] {2, 3, 4, 16}) {
            root = Files.createDirectory(temp.resolve("root-" + threads));
            Map<String, byte[]> files = sample();
            for (String name : files.keySet()) {
                Files.setLastModifiedTime(root.resolve(name), FileTime.fromMillis(1_000_000L * threads));
            }
            Path other = temp.resolve(threads + ".zip");
            assertThat(new DirectoryArchiver(ArchiveOptions.defaults().withThreads(threads))
                            .archive(root, ArchiveTests.ALL, other, ArchiveProgress.none()))
                    .isEqualTo(facts);
            assertThat(other).hasSameBinaryContentAs(target);
        }
    }

    @Test
    void the_content_digest_does_not_depend_on_the_compression_and_does_on_everything_else() throws Exception {
        sample();
        String digest = archive(ArchiveOptions.defaults()).contentDigest();
        Files.delete(target);
        ArchiveFacts fast = archive(new ArchiveOptions(2, 1, SizeLimit.none()));
        assertThat(fast.contentDigest()).isEqualTo(digest);
        Files.delete(target);
        Files.move(root.resolve("empty"), root.resolve("empty2"));
        assertThat(archive(ArchiveOptions.defaults()).contentDigest()).isNotEqualTo(digest);
    }

    @Test
    void what_is_compressed_already_is_stored() throws Exception {
        ArchiveTests.write(root, "small.jar", ArchiveTests.noise(100_000));
        ArchiveTests.write(root, "text", ArchiveTests.text(100_000));
        archive(ArchiveOptions.defaults());
        try (ZipFile zip = new ZipFile(target.toFile())) {
            assertThat(zip.getEntry("small.jar").getMethod()).isEqualTo(0);
            assertThat(zip.getEntry("small.jar").getCompressedSize()).isEqualTo(100_000);
            assertThat(zip.getEntry("text").getMethod()).isEqualTo(8);
            assertThat(zip.getEntry("text").getCompressedSize()).isLessThan(50_000);
        }
    }

    @Test
    void a_block_of_a_long_file_refers_back_to_the_one_before() throws Exception {
        byte[] mixed = sample().get("mixed");
        archive(ArchiveOptions.defaults());
        try (ZipFile zip = new ZipFile(target.toFile())) {
            long first = ArchiveTests.text(BlockCompressor.BLOCK).length / 2;
            assertThat(zip.getEntry("mixed").getSize()).isEqualTo(mixed.length);
            assertThat(zip.getEntry("mixed").getCompressedSize()).isLessThan(first + 25_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1})
    void files_around_the_size_of_a_block_are_whole(int difference) throws Exception {
        for (int blocks = 1; blocks <= 3; blocks++) {
            ArchiveTests.write(root, "f" + blocks, ArchiveTests.text(blocks * BlockCompressor.BLOCK + difference));
        }
        archive(ArchiveOptions.defaults());
        Map<String, byte[]> entries = ArchiveTests.entries(target);
        for (int blocks = 1; blocks <= 3; blocks++) {
            assertThat(entries.get("f" + blocks))
                    .isEqualTo(ArchiveTests.text(blocks * BlockCompressor.BLOCK + difference));
        }
    }

    @Test
    void the_archive_does_not_hold_itself() throws Exception {
        ArchiveTests.write(root, "a", "1");
        target = root.resolve("out.zip");
        assertThat(archive(ArchiveOptions.defaults()).files()).isEqualTo(1);
        assertThat(ArchiveTests.entries(target)).containsOnlyKeys("a");
    }

    @Test
    void progress_never_goes_back_and_ends_with_everything() throws Exception {
        Map<String, byte[]> files = sample();
        List<Long> bytes = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        Thread caller = Thread.currentThread();
        ArchiveFacts facts = new DirectoryArchiver(ArchiveOptions.defaults())
                .archive(root, ArchiveTests.ALL, target, (done, size) -> {
                    assertThat(Thread.currentThread()).isSameAs(caller);
                    counts.add(done);
                    bytes.add(size);
                });
        assertThat(counts).isSorted().endsWith((long) files.size());
        assertThat(bytes).isSorted().endsWith(facts.rawBytes()).hasSizeGreaterThan(files.size());
    }

    @Test
    void a_file_in_the_targets_place_stays_as_it_is() throws Exception {
        ArchiveTests.write(root, "a", "");
        Files.writeString(target, "mine");
        assertThatThrownBy(() -> archive(ArchiveOptions.defaults()))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(target.toString())
                .hasMessageContaining("exists");
        assertThat(target).hasContent("mine");
    }

    @Test
    void a_target_in_no_directory_is_refused() throws Exception {
        ArchiveTests.write(root, "a", "");
        target = temp.resolve("gone").resolve("out.zip");
        assertThatThrownBy(() -> archive(ArchiveOptions.defaults()))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("Cannot write the archive " + target);
    }

    @Test
    void an_archive_of_exactly_the_limit_is_made_and_one_byte_more_is_not() throws Exception {
        sample();
        long size = archive(ArchiveOptions.defaults()).archiveBytes();
        Files.delete(target);
        archive(ArchiveOptions.defaults().withLimit(SizeLimit.of(size)));
        Files.delete(target);
        assertThatThrownBy(() -> archive(ArchiveOptions.defaults().withLimit(SizeLimit.of(size - 1))))
                .isInstanceOf(ArchiveTooLargeException.class)
                .hasMessageContaining("the limit is " + (size - 1) + " bytes")
                .hasMessageContaining("Exclude files that the scan does not need, or raise the limit");
        assertNothingIsLeft();
    }

    @Test
    void the_limit_stops_the_archive_early() throws Exception {
        for (int i = 0; i < 100; i++) {
            ArchiveTests.write(root, "f" + i, ArchiveTests.noise(100_000));
        }
        List<Long> counts = new ArrayList<>();
        assertThatThrownBy(() -> new DirectoryArchiver(ArchiveOptions.defaults().withLimit(SizeLimit.of(1_000_000)))
                        .archive(root, ArchiveTests.ALL, target, (files, bytes) -> counts.add(files)))
                .isInstanceOf(ArchiveTooLargeException.class);
        assertThat(counts).hasSizeLessThan(10);
        assertNothingIsLeft();
    }

    @Test
    void an_empty_selection_leaves_no_archive() throws Exception {
        ArchiveTests.write(root, ".git/a", "");
        assertThatThrownBy(() -> archive(Selection.everything(), ArchiveProgress.none()))
                .isInstanceOf(EmptySelectionException.class)
                .hasMessageContaining("1 excluded directory");
        assertNothingIsLeft();
    }

    @Test
    void a_listener_that_fails_leaves_no_archive_and_no_thread() throws Exception {
        sample();
        IllegalStateException failure = new IllegalStateException("listener");
        assertThatThrownBy(() -> archive(ArchiveTests.ALL, (files, bytes) -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertNothingIsLeft();
    }

    @Test
    void a_full_disk_is_said_and_leaves_no_archive() throws Exception {
        Path disk = Files.createDirectory(temp.resolve("disk"));
        try {
            ArchiveTests.run(temp, "mount", "-t", "tmpfs", "-o", "size=1m", "none", disk.toString());
        } catch (AssertionError e) {
            Assumptions.abort("mounting is not allowed here");
        }
        try {
            for (int i = 0; i < 30; i++) {
                ArchiveTests.write(root, "f" + i, ArchiveTests.noise(100_000));
            }
            target = disk.resolve("out.zip");
            assertThatThrownBy(() -> archive(ArchiveOptions.defaults()))
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("Cannot write the archive " + target)
                    .hasMessageContaining("No space left on device")
                    .hasMessageContaining("Check the free disk space and the permissions");
            assertNothingIsLeft();
            assertThat(ArchiveTests.filesIn(disk)).isEmpty();
        } finally {
            ArchiveTests.run(temp, "umount", disk.toString());
        }
    }

    @Test
    @Tag("slow")
    void a_sparse_file_of_more_than_4_gib_is_one_readable_entry() throws Exception {
        long size = (4L << 30) + 5_000_000;
        try (RandomAccessFile sparse = new RandomAccessFile(new File(root.toFile(), "big"), "rw")) {
            sparse.setLength(size - 3);
            sparse.seek(size - 3);
            sparse.write("end".getBytes(StandardCharsets.US_ASCII));
        }
        ArchiveTests.write(root, "small", "after");
        ArchiveFacts facts = archive(new ArchiveOptions(ArchiveOptions.AUTOMATIC, 1, SizeLimit.none()));
        assertThat(facts.rawBytes()).isEqualTo(size + 5);
        assertThat(facts.archiveBytes()).isLessThan(size / 100);
        try (ZipFile zip = new ZipFile(target.toFile())) {
            assertThat(zip.getEntry("big").getSize()).isEqualTo(size);
            assertThat(zip.getInputStream(zip.getEntry("small")).readAllBytes())
                    .asString()
                    .isEqualTo("after");
        }
    }

    private ArchiveFacts archive(ArchiveOptions options) throws Exception {
        return new DirectoryArchiver(options).archive(root, ArchiveTests.ALL, target, ArchiveProgress.none());
    }

    private ArchiveFacts archive(Selection selection, ArchiveProgress progress) throws Exception {
        return new DirectoryArchiver(ArchiveOptions.defaults()).archive(root, selection, target, progress);
    }

    private void assertNothingIsLeft() throws IOException {
        assertThat(ArchiveTests.filesIn(temp)).doesNotContain(target).allMatch(Files::isDirectory);
        ArchiveTests.assertNoThreadIsLeft();
    }

    /** Files of all kinds, in the archive's order. */
    private Map<String, byte[]> sample() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("a/deep/er/x.c", ArchiveTests.text(70_000));
        files.put("a.txt", ArchiveTests.text(10));
        files.put("big.bin", ArchiveTests.noise(1_500_000));
        files.put("big.txt", ArchiveTests.text(2_000_000));
        files.put("empty", new byte[0]);
        for (int i = 10; i < 60; i++) {
            files.put("many/" + i, ArchiveTests.text(i * 100));
        }
        // Each block is unlike the end of the one before it, and the third repeats the end of the second.
        byte[] mixed = Arrays.copyOf(ArchiveTests.text(BlockCompressor.BLOCK), 4 * BlockCompressor.BLOCK);
        byte[] noise = ArchiveTests.noise(20_000);
        System.arraycopy(noise, 0, mixed, 2 * BlockCompressor.BLOCK - noise.length, noise.length);
        System.arraycopy(noise, 0, mixed, 2 * BlockCompressor.BLOCK, noise.length);
        files.put("mixed", mixed);
        files.put("noise", ArchiveTests.noise(50_000));
        files.put("one", new byte[] {1});
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            ArchiveTests.write(root, file.getKey(), file.getValue());
        }
        return files;
    }

    /** As docs/archive.md describes it. */
    private static String contentDigest(Map<String, byte[]> files) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            byte[] name = file.getKey().getBytes(StandardCharsets.UTF_8);
            byte[] content = MessageDigest.getInstance("SHA-256").digest(file.getValue());
            digest.update(ByteBuffer.allocate(4).putInt(name.length).array());
            digest.update(name);
            digest.update(ByteBuffer.allocate(8).putLong(file.getValue().length).array());
            digest.update(content);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
