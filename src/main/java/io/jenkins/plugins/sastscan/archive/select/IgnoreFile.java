package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.Links.Target;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
    static Map<Integer, String> read(SourceRoot root, Selection selection)
            throws ArchiveException, InterruptedException {
        String name = NAME + " in " + root.root();
        try {
            SelectionMatcher matcher = new SelectionMatcher(selection, root.combinator(), Map.of());
            Links links = new Links(root.root(), matcher);
            Target file = links.resolve(root.root().resolve(NAME), null);
            if (file.problem() == SkipReason.LINK_OUTSIDE) {
                throw new ArchiveException(name
                        + " is a symbolic link that points outside the directory. Replace it with a regular file.");
            }
            if (file.problem() == SkipReason.LINK_BROKEN) {
                throw new ArchiveException(
                        name + " is a broken symbolic link. Replace it with a regular file, or remove it.");
            }
            if (file.attributes() == null || !file.attributes().isRegularFile()) {
                throw new ArchiveException(name + " is not a regular file. Replace it with a text file, or remove it.");
            }
            if (links.exclusion(file) != null) {
                throw new ArchiveException(
                        name + " is a symbolic link to an excluded file. Replace it with a regular file.");
            }
            try (InputStream in = Files.newInputStream(file.path())) {
                byte[] bytes = in.readNBytes(MAX_BYTES + 1);
                if (bytes.length > MAX_BYTES) {
                    throw new ArchiveException(NAME + " is larger than " + MAX_BYTES + " bytes. Shorten it.");
                }
                return parse(bytes);
            }
        } catch (NoSuchFileException e) {
            return Map.of();
        } catch (IOException e) {
            throw ArchiveException.of(name + " cannot be read", e, "Make it readable, or remove it.");
        }
    }

    static Map<Integer, String> parse(byte[] content) throws ArchiveException {
        Map<Integer, String> patterns = new LinkedHashMap<>();
        int number = 0;
        for (String line : new String(content, StandardCharsets.ISO_8859_1).split("\n")) {
            number++;
            byte[] bytes = line.getBytes(StandardCharsets.ISO_8859_1);
            String text = new String(bytes, StandardCharsets.UTF_8);
            if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
                throw malformed(number, "it is not valid UTF-8");
            }
            boolean marked = number == 1 && text.startsWith(BYTE_ORDER_MARK);
            String pattern = (marked ? text.substring(1) : text).stripTrailing();
            if (!pattern.isEmpty() && pattern.charAt(0) != '#') {
                String problem = AntPattern.problem(pattern);
                if (problem != null) {
                    throw malformed(number, problem);
                }
                patterns.put(number, pattern);
            }
            if (patterns.size() > MAX_PATTERNS) {
                throw malformed(number, "there are more than " + MAX_PATTERNS + " patterns");
            }
        }
        return patterns;
    }

    private static ArchiveException malformed(int line, String problem) {
        return new ArchiveException(
                "Line " + line + " of " + NAME + " is invalid: " + problem + ". Change or remove the line.");
    }
}
