package io.jenkins.plugins.sastscan.archive.git;

import io.jenkins.plugins.sastscan.archive.files.OpenDirectories;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The submodules in the file {@code .gitmodules} of a directory. */
public final class Submodules {
    private static final int MAX_BYTES = 1 << 20;
    /** An unquoted path ends where a comment begins. */
    private static final Pattern PATH =
            Pattern.compile("(?dim)^(?:\\h*\\[.*])?\\h*path\\h*=\\h*\"?((?<=\")[^\"\\n]+|[^\"#;\\n]+)");

    private Submodules() {}

    /**
     * Returns the paths of the submodules. An unreadable {@code .gitmodules} causes no error, because the paths are
     * needed only for warnings.
     */
    public static Set<String> in(OpenDirectories directories, Path directory, String prefix) {
        Path file = directory.resolve(".gitmodules");
        Set<String> paths = new TreeSet<>();
        try (SeekableByteChannel channel = directories.open(file)) {
            byte[] bytes = Channels.newInputStream(channel).readNBytes(MAX_BYTES + 1);
            if (bytes.length <= MAX_BYTES) {
                PATH.matcher(new String(bytes, StandardCharsets.UTF_8))
                        .results()
                        .forEach(path -> paths.add(prefix + path.group(1).stripTrailing()));
            }
        } catch (IOException e) {
            paths.clear();
        }
        return paths;
    }
}
