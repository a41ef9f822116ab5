package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.junit.jupiter.api.Assumptions;

/** What the tests of this room share. */
final class ArchiveTests {
    static final Selection ALL = new Selection(List.of(), List.of(), false, true);

    private ArchiveTests() {}

    static Path write(Path directory, String name, byte[] content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    static Path write(Path directory, String name, String content) throws IOException {
        return write(directory, name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Text that compresses about as source does. */
    static byte[] text(int size) {
        SplittableRandom random = new SplittableRandom(size);
        byte[] letters = "aaaaabbbcd  \n".getBytes(StandardCharsets.US_ASCII);
        byte[] text = new byte[size];
        for (int i = 0; i < size; i++) {
            text[i] = letters[random.nextInt(letters.length)];
        }
        return text;
    }

    /** Bytes that do not compress. */
    static byte[] noise(int size) {
        byte[] noise = new byte[size];
        new Random(size).nextBytes(noise);
        return noise;
    }

    static List<String> list(Path directory, Selection selection) throws Exception {
        List<String> names = new ArrayList<>();
        skippedFiles(directory, selection, names);
        return names;
    }

    static SkippedFiles skippedFiles(Path directory, Selection selection, List<String> names) throws Exception {
        return new DirectoryArchiver(SizeLimit.none()).list(directory, selection, file -> names.add(file.name()));
    }

    /** The entries as a reader gets them that reads from the first byte on. */
    static Map<String, byte[]> entries(Path archive) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                entries.put(entry.getName(), in.readAllBytes());
            }
        }
        return entries;
    }

    /** The entries as Java's reader by name gets them, in the order of the list at the end. */
    static Map<String, byte[]> entriesByJava(Path archive) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        return entries;
    }

    /** The entries as Commons Compress gets them, in the order of their data. */
    static Map<String, byte[]> entriesByCommonsCompress(Path archive) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (var zip = org.apache.commons.compress.archivers.zip.ZipFile.builder()
                .setPath(archive)
                .get()) {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntriesInPhysicalOrder())) {
                entries.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        return entries;
    }

    static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    static void assertNoThreadIsLeft() {
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("sast-archive-"));
    }

    /** Runs a program that may not be there; its output. */
    static String run(Path directory, String... command) throws Exception {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            return Assumptions.abort(command[0] + " is not installed");
        }
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as("%s: %s", Arrays.toString(command), output)
                .isZero();
        return output;
    }

    static void assumePosix() {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc")) || Files.isDirectory(Path.of("/dev")));
    }

    static void assumeNamesCanHave(String text) {
        Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding"));
        Assumptions.assumeTrue(charset.newEncoder().canEncode(text), "this locale has no such file names");
    }
}
