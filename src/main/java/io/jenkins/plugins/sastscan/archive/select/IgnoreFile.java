package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The file {@value #NAME} in an archived directory: one exclude pattern per line, in UTF-8. Blank lines, lines that
 * start with {@code #}, and trailing spaces are ignored.
 */
final class IgnoreFile {
    static final String NAME = ".sastignore";
    static final int MAX_BYTES = 64_000;
    /** Every file is compared with every pattern. */
    static final int MAX_PATTERNS = 1_000;

    private IgnoreFile() {}

    /** Returns the exclude patterns by line number; none if the file does not exist. */
    static Map<Integer, String> read(Path directory) throws ArchiveException, InterruptedException {
        Path file = directory.resolve(NAME);
        String name = NAME + " in " + directory;
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Map.of();
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new ArchiveException(name + " is not a regular file. Replace it with a text file, or remove it.");
        }
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new ArchiveException(name + " is larger than " + MAX_BYTES + " bytes. Shorten it.");
            }
            return parse(Files.readString(file));
        } catch (CharacterCodingException e) {
            throw new ArchiveException(name + " is not valid UTF-8. Save it in UTF-8.");
        } catch (IOException e) {
            throw ArchiveException.of(name + " cannot be read", e, "Make it readable, or remove it.");
        }
    }

    /** Ignores a byte order mark. */
    static Map<Integer, String> parse(String text) throws ArchiveException {
        Map<Integer, String> patterns = new LinkedHashMap<>();
        String[] lines = text.replaceFirst("^\uFEFF", "").split("\n");
        for (int number = 1; number <= lines.length; number++) {
            String pattern = lines[number - 1].stripTrailing();
            if (!pattern.isEmpty() && !pattern.startsWith("#")) {
                patterns.put(number, pattern);
                String problem = patterns.size() > MAX_PATTERNS
                        ? "there are more than " + MAX_PATTERNS + " patterns"
                        : AntPattern.problem(pattern);
                if (problem != null) {
                    throw new ArchiveException("Line " + number + " of " + NAME + " is invalid: " + problem
                            + ". Change or remove the line.");
                }
            }
        }
        return patterns;
    }
}
