package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class DirectoryArchiverTest extends ArchiveFixture {
    @Test
    void what_does_not_get_smaller_is_stored_if_the_file_is_small() throws Exception {
        sample();
        archive();
        try (ZipFile zip = new ZipFile(target.toFile())) {
            assertThat(zip.getEntry("noise").getMethod()).isEqualTo(0);
            assertThat(zip.getEntry("noise").getCompressedSize()).isEqualTo(50_000);
            assertThat(zip.getEntry("a/deep/er/x.c").getMethod()).isEqualTo(8);
            assertThat(zip.getEntry("a/deep/er/x.c").getCompressedSize()).isLessThan(35_000);
            assertThat(zip.getEntry("large.bin").getCompressedSize()).isLessThan(3_001_000);
            assertThat(zip.getEntry("large.txt").getMethod()).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unzip -q ../out.zip",
                "7z x ../out.zip",
                "bsdtar -xf ../out.zip",
                "python3 -m zipfile -e ../out.zip .",
                "jar xf ../out.zip"
            })
    void an_archive_is_unpacked_by_other_programs(String command) throws Exception {
        assumePosix();
        sample();
        run(root, "sh", "-c", "printf text > \"$(printf '\\303\\251\\346\\227\\245')\"");
        archive();
        String script = "mkdir x; cd x; export LC_ALL=C.UTF-8; " + command + " && diff -r ../root .";
        Process which = new ProcessBuilder("which", command.split(" ")[0]).start();
        Assumptions.assumeTrue(which.waitFor() == 0, command);
        run(temp, "sh", "-c", script);
    }

    @Test
    void the_archive_facts_describe_the_archive_file_and_its_contents() throws Exception {
        Map<String, byte[]> files = sample();
        List<Long> progress = new ArrayList<>();
        Thread caller = Thread.currentThread();
        ArchiveFacts facts = archive(NO_LIMIT, done -> {
            assertThat(Thread.currentThread()).isSameAs(caller);
            progress.add(done);
        });
        assertThat(entries()).containsExactlyEntriesOf(files);
        assertThat(facts.contents().files()).isEqualTo(files.size());
        assertThat(facts.contents().bytes())
                .isEqualTo(files.values().stream()
                        .mapToLong(content -> content.length)
                        .sum());
        assertThat(facts.archiveBytes()).isEqualTo(Files.size(target));
        assertThat(facts.sha256()).isEqualTo(sha256(target));
        assertThat(facts.contentDigest()).isEqualTo(contentDigest(files));
        assertThat(facts.skippedFiles().groups()).isEmpty();
        assertThat(progress).isSorted().endsWith(facts.contents().bytes()).hasSizeGreaterThan(files.size());
    }

    @Test
    void an_archive_depends_only_on_the_names_and_contents_of_files() throws Exception {
        sample();
        ArchiveFacts facts = assemble(found(), 1, bytes -> {});
        Path first = target;
        for (int threads : new int[] {2, 16}) {
            root = Files.createDirectory(temp.resolve("root-" + threads));
            for (String name : sample().keySet()) {
                Files.setLastModifiedTime(root.resolve(name), FileTime.fromMillis(1_000_000L * threads));
            }
            target = temp.resolve(threads + ".zip");
            assertThat(assemble(found(), threads, bytes -> {}).sha256()).isEqualTo(facts.sha256());
            assertThat(target).hasSameBinaryContentAs(first);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1})
    void files_with_sizes_near_the_limit_for_large_files_are_archived_completely(int difference) throws Exception {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (int times = 1; times <= 3; times++) {
            files.put("f" + times, text(times * ((1 << 20) - 64) + difference));
            write("f" + times, files.get("f" + times));
        }
        archive();
        assertThat(entries()).containsExactlyEntriesOf(files);
    }

    @Test
    void files_that_are_lost_when_another_system_unpacks_the_archive_are_counted() throws Exception {
        assumePosix();
        String longName = ("d".repeat(100) + "/").repeat(2) + "x".repeat(57);
        tree("a/File.c, A/file.c, b, B/c, dot, dot./x, end , end, " + longName + "," + longName + "y");
        tree("u/\u00e9.c, u/e\u0301.c, ok/a.c, ok/b.c");
        ArchiveFacts facts = archive();
        assertThat(facts.contents().files()).isEqualTo(14);
        assertThat(names(facts.skippedFiles(), SkipReason.SAME_NAME))
                .containsExactly("a/File.c", "b", "dot./x", "end ", "u/\u00e9.c");
        assertThat(names(facts.skippedFiles(), SkipReason.LONG_NAME)).containsExactly(longName + "y");
        list(ALL);
        assertThat(skipped(SkipReason.SAME_NAME)).hasSize(5);
        assertThat(skipped(SkipReason.LONG_NAME)).hasSize(1);
    }

    /** The character | stands for a line end. */
    @ParameterizedTest
    @CsvSource({
        "https://git-lfs.github.com/spec/v1|OID|size 12345|, true",
        "https://git-lfs.github.com/spec/v1|OID|size 0, true",
        "https://hawser.github.com/spec/v1|OID|size 1|, true",
        "https://git-lfs.github.com/spec/v1|ext-0-case sha256:ab|OID|size 1|, true",
        "https://git-lfs.github.com/spec/v1|, false",
        "https://git-lfs.github.com/spec/v1|oid sha256:0123|size 1|, false",
        "https://git-lfs.github.com/spec/v1|OID|size 1|more|, false",
        "#https://git-lfs.github.com/spec/v1|OID|size 1|, false"
    })
    void git_lfs_pointers_below_1_kib_are_counted(String lines, boolean pointer) throws Exception {
        String text =
                "version " + lines.replace('|', '\n').replace("OID", "oid sha256:" + "0123456789abcdef".repeat(4));
        write("a", text);
        write("b", text.replace("\n", "\r\n"));
        write("empty", "");
        for (int size = 1_023; size <= 1_024; size++) {
            String extension = "\next-1-" + "x".repeat(size - text.length() - "\next-1-".length());
            write("of" + size, text.replace("\noid", extension + "\noid"));
        }
        assertThat(names(archive().skippedFiles(), SkipReason.LFS_POINTER))
                .isEqualTo(pointer ? List.of("a", "b", "of1023") : List.of());
    }

    @Test
    @Tag("slow")
    void an_archive_with_a_file_above_4_gib_can_be_read() throws Exception {
        long size = (4L << 30) + 5_000_000;
        try (RandomAccessFile sparse = new RandomAccessFile(root.resolve("big").toFile(), "rw")) {
            sparse.setLength(size - 3);
            sparse.seek(size - 3);
            sparse.write("end".getBytes(StandardCharsets.US_ASCII));
        }
        write("small", "after");
        ArchiveFacts facts = archive();
        assertThat(facts.contents().bytes()).isEqualTo(size + 5);
        assertThat(facts.archiveBytes()).isLessThan(size / 100);
        assertThat(run(temp, "unzip", "-tq", "out.zip")).contains("No errors");
        try (ZipFile zip = new ZipFile(target.toFile())) {
            assertThat(zip.getEntry("big").getSize()).isEqualTo(size);
            assertThat(zip.getInputStream(zip.getEntry("small")).readAllBytes())
                    .asString()
                    .isEqualTo("after");
        }
    }

    /** Files of all kinds, in archive order. */
    private Map<String, byte[]> sample() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("a/deep/er/x.c", text(70_000));
        files.put("a.txt", text(10));
        files.put("big.bin", noise(700_000));
        files.put("big.txt", text(700_000));
        files.put("empty", new byte[0]);
        files.put("large.bin", noise(3_000_000));
        files.put("large.txt", text(3_000_000));
        for (int i = 10; i < 60; i++) {
            files.put("many/" + i, text(i * 100));
        }
        files.put("noise", noise(50_000));
        files.put("one", new byte[] {1});
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            write(file.getKey(), file.getValue());
        }
        return files;
    }

    /** The content digest as defined in docs/archive-reference.md. */
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
