package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class DirectoryArchiverTest extends ArchiveFixture {
    @Test
    void every_reader_finds_the_files_with_their_names_and_contents() throws Exception {
        Map<String, byte[]> files = sample();
        archive();
        assertThat(entries()).containsExactlyEntriesOf(files);
        assertThat(ArchiveTests.entriesByJava(target)).containsExactlyEntriesOf(files);
        assertThat(ArchiveTests.entriesByCommonsCompress(target)).containsExactlyEntriesOf(files);
    }

    @Test
    void tools_of_the_command_line_read_it() throws Exception {
        sample();
        archive();
        String python = "import zipfile; print(zipfile.ZipFile('out.zip').testzip())";
        assertThat(ArchiveTests.run(temp, "python3", "-c", python)).startsWith("None");
        assertThat(ArchiveTests.run(temp, "unzip", "-tq", "out.zip")).contains("No errors detected");
    }

    @Test
    void the_facts_are_those_of_the_file_and_its_contents() throws Exception {
        Map<String, byte[]> files = sample();
        ArchiveFacts facts = archive();
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
        ArchiveFacts facts = archive(1, SourceFile::openNoLink);
        Path first = target;
        for (int threads : new int[] {2, 16}) {
            root = Files.createDirectory(temp.resolve("root-" + threads));
            for (String name : sample().keySet()) {
                Files.setLastModifiedTime(root.resolve(name), FileTime.fromMillis(1_000_000L * threads));
            }
            target = temp.resolve(threads + ".zip");
            assertThat(archive(threads, SourceFile::openNoLink)).isEqualTo(facts);
            assertThat(target).hasSameBinaryContentAs(first);
        }
    }

    @Test
    void what_is_compressed_already_is_stored() throws Exception {
        write("small.jar", ArchiveTests.noise(100_000));
        write("text", ArchiveTests.text(100_000));
        archive();
        try (ZipFile zip = new ZipFile(target.toFile())) {
            assertThat(zip.getEntry("small.jar").getMethod()).isEqualTo(0);
            assertThat(zip.getEntry("small.jar").getCompressedSize()).isEqualTo(100_000);
            assertThat(zip.getEntry("text").getMethod()).isEqualTo(8);
            assertThat(zip.getEntry("text").getCompressedSize()).isLessThan(50_000);
        }
    }

    @Test
    void a_block_of_a_long_file_refers_back_to_the_one_before() throws Exception {
        sample();
        archive();
        try (ZipFile zip = new ZipFile(target.toFile())) {
            long first = BlockCompressor.BLOCK / 2;
            assertThat(zip.getEntry("mixed").getCompressedSize()).isLessThan(first + 25_000);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1})
    void files_around_the_size_of_a_block_are_whole(int difference) throws Exception {
        for (int blocks = 1; blocks <= 3; blocks++) {
            write("f" + blocks, ArchiveTests.text(blocks * BlockCompressor.BLOCK + difference));
        }
        archive();
        for (int blocks = 1; blocks <= 3; blocks++) {
            assertThat(entries().get("f" + blocks))
                    .isEqualTo(ArchiveTests.text(blocks * BlockCompressor.BLOCK + difference));
        }
    }

    @Test
    void the_archive_does_not_hold_itself() throws Exception {
        write("a", "1");
        target = root.resolve("out.zip");
        assertThat(archive().files()).isEqualTo(1);
        assertThat(entries()).containsOnlyKeys("a");
    }

    @Test
    void progress_never_goes_back_and_ends_with_everything() throws Exception {
        int files = sample().size();
        List<Long> bytes = new ArrayList<>();
        Thread caller = Thread.currentThread();
        ArchiveFacts facts = archive(done -> {
            assertThat(Thread.currentThread()).isSameAs(caller);
            bytes.add(done);
        });
        assertThat(bytes).isSorted().endsWith(facts.rawBytes()).hasSizeGreaterThan(files);
    }

    @Test
    void a_file_in_the_targets_place_stays_as_it_is() throws Exception {
        write("a", "");
        Files.writeString(target, "mine");
        assertThatThrownBy(() -> archive())
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining(target.toString())
                .hasMessageContaining("exists");
        assertThat(target).hasContent("mine");
    }

    @Test
    void a_target_in_no_directory_is_refused() throws Exception {
        write("a", "");
        target = temp.resolve("gone").resolve("out.zip");
        assertThatThrownBy(() -> archive())
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("Cannot write the archive " + target);
    }

    @Test
    void an_archive_of_exactly_the_limit_is_made_and_one_byte_more_is_not() throws Exception {
        sample();
        long size = archive().archiveBytes();
        Files.delete(target);
        archive(SizeLimit.of(size));
        Files.delete(target);
        assertThatThrownBy(() -> archive(SizeLimit.of(size - 1)))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("the limit is " + (size - 1) + " bytes")
                .hasMessageContaining("Exclude files that the scan does not need, or raise the limit");
        assertNothingIsLeft();
    }

    @Test
    void the_limit_stops_the_archive_early() throws Exception {
        for (int i = 0; i < 100; i++) {
            write("f" + i, ArchiveTests.noise(100_000));
        }
        List<Long> done = new ArrayList<>();
        assertThatThrownBy(() -> new DirectoryArchiver(SizeLimit.of(1_000_000))
                        .archive(root, ArchiveTests.ALL, target, done::add))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("too large");
        assertThat(done).hasSizeLessThan(10);
        assertNothingIsLeft();
    }

    @Test
    void an_empty_selection_leaves_no_archive() throws Exception {
        write("x@tmp/a", "");
        assertThatThrownBy(() -> archive())
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("is skipped: 1 excluded directory");
        assertNothingIsLeft();
    }

    @Test
    void a_listener_that_fails_leaves_no_archive_and_no_thread() throws Exception {
        sample();
        IllegalStateException failure = new IllegalStateException("listener");
        assertThatThrownBy(() -> archive(bytes -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, 2_000_000})
    void a_full_disk_is_said_and_leaves_no_archive(int size) throws Exception {
        for (int i = 0; i < 2_000_000 / size + 1; i++) {
            write("f" + i, ArchiveTests.noise(size));
        }
        Configuration small =
                Configuration.unix().toBuilder().setMaxSize(1_000_000).build();
        try (FileSystem disk = Jimfs.newFileSystem(small)) {
            target = disk.getPath("/work/out.zip");
            assertThatThrownBy(() -> archive())
                    .isInstanceOf(ArchiveException.class)
                    .hasMessageContaining("Cannot write the archive " + target + " (out of disk space)")
                    .hasMessageContaining("Check the free disk space and the permissions");
            assertThat(ArchiveTests.filesIn(disk.getPath("/work"))).isEmpty();
        }
        assertNothingIsLeft();
    }

    @Test
    @Tag("slow")
    void a_sparse_file_of_more_than_4_gib_is_one_readable_entry() throws Exception {
        long size = (4L << 30) + 5_000_000;
        try (RandomAccessFile sparse = new RandomAccessFile(root.resolve("big").toFile(), "rw")) {
            sparse.setLength(size - 3);
            sparse.seek(size - 3);
            sparse.write("end".getBytes(StandardCharsets.US_ASCII));
        }
        write("small", "after");
        ArchiveFacts facts = archive();
        assertThat(facts.rawBytes()).isEqualTo(size + 5);
        assertThat(facts.archiveBytes()).isLessThan(size / 100);
        assertThat(ArchiveTests.run(temp, "unzip", "-tq", "out.zip")).contains("No errors");
        try (ZipFile zip = new ZipFile(target.toFile())) {
            assertThat(zip.getEntry("big").getSize()).isEqualTo(size);
            assertThat(zip.getInputStream(zip.getEntry("small")).readAllBytes())
                    .asString()
                    .isEqualTo("after");
        }
    }

    /** Files of all kinds, in the archive's order. */
    private Map<String, byte[]> sample() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("a/deep/er/x.c", ArchiveTests.text(70_000));
        files.put("a.txt", ArchiveTests.text(10));
        files.put("big.bin", ArchiveTests.noise(700_000));
        files.put("big.txt", ArchiveTests.text(700_000));
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
            write(file.getKey(), file.getValue());
        }
        return files;
    }

    /** As docs/archive-reference.md describes it. */
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
