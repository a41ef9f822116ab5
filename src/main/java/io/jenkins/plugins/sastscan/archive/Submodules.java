package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The submodules that the file {@code .gitmodules} of a directory names. */
final class Submodules {
    private static final int MAX_BYTES = 1 << 20;
    private static final Pattern PATH = Pattern.compile("^\\h*path\\h*=\\h*\"?(.+?)\"?[\\h\\r]*$", Pattern.MULTILINE);

    private Submodules() {}

    /** Returns their paths. Returns none if there is no such file, or it cannot be read: only a warning depends on it. */
    static Set<String> in(Path directory) {
        Path file = directory.resolve(".gitmodules");
        Set<String> paths = new TreeSet<>();
        try {
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= MAX_BYTES) {
                Matcher path = PATH.matcher(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
                while (path.find()) {
                    paths.add(path.group(1));
                }
            }
        } catch (IOException e) {
            return Set.of();
        }
        return paths;
    }
}
