package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
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

    private static final String BYTE_ORDER_MARK = "\uFEFF";

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
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new ArchiveException(NAME + " is larger than " + MAX_BYTES + " bytes. Shorten it.");
            }
            return parse(bytes);
        } catch (IOException e) {
            throw ArchiveException.of(name + " cannot be read", e, "Make it readable, or remove it.");
        }
    }

    static Map<Integer, String> parse(byte[] content) throws ArchiveException {
        String text = new String(content, StandardCharsets.UTF_8);
        if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), content)) {
            throw new ArchiveException(NAME + " is not valid UTF-8. Save it in UTF-8.");
        }
        Map<Integer, String> patterns = new LinkedHashMap<>();
        int number = 0;
        for (String line : (text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text).split("\n")) {
            number++;
            String pattern = line.stripTrailing();
            if (!pattern.isEmpty() && pattern.charAt(0) != '#') {
                String problem = patterns.size() < MAX_PATTERNS
                        ? AntPattern.problem(pattern)
                        : "there are more than " + MAX_PATTERNS + " patterns";
                if (problem != null) {
                    throw new ArchiveException("Line " + number + " of " + NAME + " is invalid: " + problem
                            + ". Change or remove the line.");
                }
                patterns.put(number, pattern);
            }
        }
        return patterns;
    }
}
