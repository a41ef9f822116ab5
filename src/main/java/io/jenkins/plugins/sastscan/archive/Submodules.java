package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The submodules that the file {@code .gitmodules} of a directory names. */
final class Submodules {
    private static final int MAX_BYTES = 1 << 20;
    /** Unless the path is quoted, a comment may follow. */
    private static final Pattern PATH =
            Pattern.compile("(?dim)^(?:\\h*\\[.*])?\\h*path\\h*=\\h*\"?((?<=\")[^\"\\n]+|[^\"#;\\n]+)");

    private Submodules() {}

    /** Returns their paths, each after a prefix. If the file cannot be read, there are none: it is only for a warning. */
    static Set<String> in(Path directory, String prefix) {
        Path file = directory.resolve(".gitmodules");
        Set<String> paths = new TreeSet<>();
        try {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= MAX_BYTES) {
                String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
                PATH.matcher(text)
                        .results()
                        .forEach(path -> paths.add(prefix + path.group(1).stripTrailing()));
            }
        } catch (IOException e) {
            paths.clear();
        }
        return paths;
    }
}
