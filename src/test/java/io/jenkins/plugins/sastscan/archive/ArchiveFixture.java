package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.zip.ArchiveAssembly;
import io.jenkins.plugins.sastscan.archive.zip.ZipWriter;
import io.jenkins.plugins.sastscan.text.Sha256;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A temporary directory to archive, and the path of the archive next to it. */
public abstract class ArchiveFixture {
    public static final SizeLimit NO_LIMIT = new SizeLimit(Long.MAX_VALUE, false);
    public static final Selection ALL = choice(FileChoice.ALL);

    @TempDir
    protected Path temp;

    protected Path root;
    protected Path target;
    private Path workspace;
    protected final List<String> names = new ArrayList<>();
    private final List<SelectedFile> selected = new ArrayList<>();
    private SkippedFiles skippedFiles;

    @BeforeEach
    protected void makeRoot() throws Exception {
        root = Files.createDirectory(temp.resolve("root"));
        workspace = root;
        target = temp.resolve("out.zip");
    }

    /** Returns a selection without default excludes. */
    public static Selection choice(FileChoice files) {
        return choice(files, false);
    }

    public static Selection choice(FileChoice files, boolean defaultExcludes, String... excludes) {
        return new Selection(List.of(), List.of(excludes), defaultExcludes, true, files, Selection.GIT, List.of());
    }

    protected Path write(String name, byte[] content) throws IOException {
        return write(root, name, content);
    }

    protected Path write(String name, String content) throws IOException {
        return write(root, name, content);
    }

    public static Path write(Path directory, String name, String content) throws IOException {
        return write(directory, name, content.getBytes(StandardCharsets.UTF_8));
    }

    public static Path write(Path directory, String name, byte[] content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    /** Writes empty files, and links such as {@code name -> target}, separated by commas. */
    protected void tree(String entries) throws IOException {
        for (String entry : entries.split(", ?")) {
            String[] link = entry.split(" -> ");
            if (link.length == 1) {
                write(entry, "");
            } else {
                assumePosix();
                Path path = root.resolve(link[0]);
                Files.createDirectories(path.getParent());
                Files.createSymbolicLink(path, Path.of(link[1]));
            }
        }
    }

    /** Returns a selection with default excludes. */
    public static Selection excluding(String... patterns) {
        return choice(FileChoice.ALL, true, patterns);
    }

    public static Selection including(String... patterns) {
        return new Selection(List.of(patterns), List.of(), true, true);
    }

    /** @param workspace contains the archived directories */
    public static DirectoryArchiver archiver(SizeLimit limit, Path workspace) {
        return new DirectoryArchiver(limit, new Boundary(workspace.toString(), List.of(), "@"));
    }

    protected ArchiveFacts archive() throws Exception {
        return archive(NO_LIMIT, bytes -> {});
    }

    protected ArchiveFacts archive(SizeLimit limit, LongConsumer progress) throws Exception {
        return archiver(limit, root).archive(root, ALL, target, false, progress);
    }

    protected List<SelectedFile> found() throws Exception {
        list(ALL);
        return new ArrayList<>(selected);
    }

    /** Archives files that may have changed since they were found. */
    protected ArchiveFacts assemble(List<SelectedFile> found, int threads, LongConsumer progress)
            throws IOException, InterruptedException {
        SkippedFiles skipped = new SkippedFiles();
        try (ZipWriter zip = new ZipWriter(target, NO_LIMIT);
                ArchiveAssembly assembly =
                        new ArchiveAssembly(threads, zip, OutputStream.nullOutputStream(), skipped, progress)) {
            for (SelectedFile file : found) {
                assembly.add(file);
            }
            return zip.finish(assembly.finish(), skipped);
        } catch (IOException e) {
            throw ArchiveException.of("failed", e, "");
        }
    }

    /** Sets {@link #names} to the selected files, and keeps the skipped files for {@link #skipped}. */
    protected SkippedFiles list(Selection selection) throws Exception {
        selected.clear();
        archiver(NO_LIMIT, root.startsWith(workspace) ? workspace : root)
                .list(root, selection, selected::add, found -> skippedFiles = found);
        names.clear();
        selected.forEach(file -> names.add(file.name()));
        return skippedFiles;
    }

    /** Also keeps the skipped files for {@link #skipped}. */
    protected SkippedFiles assertSelected(Selection selection, String... expected) throws Exception {
        list(selection);
        assertThat(names).containsExactly(expected);
        return skippedFiles;
    }

    protected List<String> skipped(SkipReason reason) {
        return names(skippedFiles, reason);
    }

    public static List<String> list(Path directory, Selection selection) throws Exception {
        List<String> names = new ArrayList<>();
        archiver(NO_LIMIT, directory.toAbsolutePath().getRoot())
                .list(directory, selection, file -> names.add(file.name()), any -> {});
        return names;
    }

    public static List<String> names(SkippedFiles skippedFiles, SkipReason reason) {
        return skippedFiles.groups().stream()
                .filter(group -> group.reason() == reason)
                .flatMap(group -> group.names().stream())
                .toList();
    }

    public static void assertRefused(ThrowingCallable call, String... why) {
        assertThatThrownBy(call)
                .isInstanceOf(ArchiveException.class)
                .hasMessageContainingAll(why)
                .message()
                .doesNotContainPattern("[$]Proxy[0-9]|\\b(java|sun|jdk)[.]\\w+[.]");
    }

    /** The entries of the archive. Programs that read from its beginning and from its end find the same. */
    protected Map<String, byte[]> entries() throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(target));
                ZipFile zip = new ZipFile(target.toFile())) {
            for (ZipEntry listed : Collections.list(zip.entries())) {
                ZipEntry entry = in.getNextEntry();
                assertThat(entry.getName()).isEqualTo(listed.getName());
                entries.put(entry.getName(), in.readAllBytes());
                assertThat(zip.getInputStream(listed)).hasBinaryContent(entries.get(entry.getName()));
            }
            assertThat(in.getNextEntry()).isNull();
        }
        return entries;
    }

    protected static ArchiveFacts inspect(Path file) throws Exception {
        return ReadyArchive.inspect(file, NO_LIMIT, bytes -> {}, each -> {});
    }

    /** Text with about the same compression ratio as source code. */
    public static byte[] text(int size) {
        byte[] text = noise(size);
        for (int i = 0; i < size; i++) {
            text[i] = (byte) "aaaaabbbbccdd  \n".charAt(text[i] & 0xF);
        }
        return text;
    }

    public static byte[] noise(int size) {
        byte[] noise = new byte[size];
        new Random(size).nextBytes(noise);
        return noise;
    }

    public static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(Sha256.create().digest(Files.readAllBytes(file)));
    }

    public static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }

    /** Skips the test if the program is not installed. */
    public static String run(Path directory, String... command) throws Exception {
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
        assertThat(process.waitFor()).as("%s: %s", List.of(command), output).isZero();
        return output;
    }

    public static void assumePosix() {
        Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc")) || Files.isDirectory(Path.of("/dev")));
    }
}
