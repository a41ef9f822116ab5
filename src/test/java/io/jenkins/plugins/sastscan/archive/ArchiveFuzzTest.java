package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;

class ArchiveFuzzTest {
    private static final int MOST_FILES = 8;
    private static final int LONGEST = 1 << 16;

    @TempDir
    static Path temp;

    @FuzzTest(maxDuration = "2m")
    void any_archived_files_are_read_back_unchanged(FuzzedDataProvider data) throws Exception {
        Path root = Files.createTempDirectory(temp, "root");
        Path target = temp.resolve("out.zip");
        Map<String, byte[]> files = new TreeMap<>();
        try {
            for (int i = 0; i < MOST_FILES && data.remainingBytes() > 0; i++) {
                String name = name(data.consumeInt(0, 20));
                files.put(name, content(data));
                ArchiveFixture.write(root, name, files.get(name));
            }
            if (files.isEmpty()) {
                return;
            }
            ArchiveFacts made = new DirectoryArchiver(SizeLimit.none(), root)
                    .archive(root, ArchiveFixture.ALL, target, false, bytes -> {});
            assertThat(made.contents().files()).isEqualTo(files.size());
            assertSame(files, ArchiveEntries.byZipInputStream(target));
            assertSame(files, ArchiveEntries.byZipFile(target));
            assertSame(files, ArchiveEntries.byCommonsCompress(target));
            ArchiveFacts read = ReadyArchive.inspect(target, SizeLimit.none(), bytes -> {}, each -> {});
            assertThat(read.contentDigest()).isEqualTo(made.contentDigest());
            assertThat(read.sha256()).isEqualTo(made.sha256());
        } finally {
            Files.deleteIfExists(target);
            ArchiveFixture.delete(root);
        }
    }

    private static String name(int number) {
        return (number % 3 == 0 ? "" : "d" + number % 3 + "/") + "n".repeat(1 + number * 7 % 60) + number;
    }

    /** Text with repetitions at short and long distances, even beyond the limit for large files. */
    private static byte[] content(FuzzedDataProvider data) {
        byte[] piece = data.consumeBytes(data.consumeInt(0, 300));
        int times = data.consumeBoolean() ? data.consumeInt(0, 40) : 1;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < times; i++) {
            text.append(new String(piece, StandardCharsets.ISO_8859_1));
        }
        if (data.consumeBoolean() && text.length() > 0) {
            int length = (1 << 20) + data.consumeInt(-3, 3);
            text.append(text.toString().repeat(length / text.length() + 1), 0, length);
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void assertSame(Map<String, byte[]> expected, Map<String, byte[]> read) {
        assertThat(read.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
        expected.forEach((name, content) -> assertThat(read.get(name)).isEqualTo(content));
    }

    @FuzzTest(maxDuration = "2m")
    void any_bytes_are_either_accepted_as_an_archive_or_rejected_with_a_message(byte[] data) throws Exception {
        if (data.length > LONGEST) {
            return;
        }
        Path file = Files.write(temp.resolve("made.zip"), data);
        try {
            ArchiveFacts facts = ReadyArchive.inspect(file, new SizeLimit(LONGEST, false), bytes -> {}, each -> {});
            assertThat(facts.contents().files()).isPositive();
            assertThat(facts.archiveBytes()).isEqualTo(data.length);
        } catch (ArchiveException e) {
            assertThat(e.getMessage()).startsWith("The archive ").matches("\\P{Cntrl}{0,1000}");
        }
    }
}
