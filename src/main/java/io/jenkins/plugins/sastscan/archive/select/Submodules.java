package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.EntryName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The submodules that files named {@value #FILE} record. */
final class Submodules {
    static final String FILE = ".gitmodules";

    private static final int MAX_BYTES = 1 << 20;
    /** An unquoted path ends where a comment begins. */
    private static final Pattern PATH =
            Pattern.compile("(?dim)^(?:\\h*\\[.*])?\\h*path\\h*=\\h*\"?(?:\\./+)*+((?<=\")[^\"\\n]+|[^\"#;\\n]+)");

    private Submodules() {}

    /**
     * Returns the submodules in a directory that the parents of the directory record.
     *
     * @param top the last parent
     */
    static Set<String> above(Path directory, Path top) {
        Set<String> paths = new TreeSet<>();
        for (Path above = directory; !above.equals(top); ) {
            above = Objects.requireNonNull(above.getParent());
            String start = EntryName.ofAll(above.relativize(directory)) + "/";
            in(above, "")
                    .filter(path -> path.startsWith(start))
                    .forEach(path -> paths.add(path.substring(start.length())));
        }
        return paths;
    }

    /**
     * Returns the paths of the submodules that a directory records, with a prefix. An unreadable file causes no error,
     * because the paths are needed only for warnings.
     */
    static Stream<String> in(Path directory, String prefix) {
        Path file = directory.resolve(FILE);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Stream.of();
        }
        try (InputStream in = Files.newInputStream(file)) {
            return PATH.matcher(new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8))
                    .results()
                    .map(path -> path.group(1).stripTrailing().replaceAll("(?<!/)/+$", ""))
                    .filter(path -> !path.isEmpty() && !path.startsWith("/") && !path.contains(".."))
                    .map(prefix::concat);
        } catch (IOException e) {
            return Stream.of();
        }
    }
}
