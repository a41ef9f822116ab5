package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The file {@value #NAME} in an archived directory: one exclude pattern per line, in UTF-8. Blank lines, lines that
 * start with {@code #}, and trailing spaces are ignored.
 */
final class IgnoreFile {
    static final String NAME = ".sastignore";
    static final int MAX_BYTES = 1 << 20;

    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private IgnoreFile() {}

    /**
     * Reads the exclude patterns of a directory. Returns none if the file does not exist.
     *
     * @param directory the real path of the directory
     */
    static List<String> read(Path directory) throws ArchiveException {
        try {
            Path file = directory.resolve(NAME);
            if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
                return List.of();
            }
            Path real = file.toRealPath();
            if (!real.startsWith(directory)) {
                throw new ArchiveException(NAME + " in " + directory
                        + " is a symbolic link that points outside the directory. Replace it with a regular file.");
            }
            if (!Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isRegularFile()) {
                throw new ArchiveException(NAME + " in " + directory
                        + " is not a regular file. Replace it with a text file, or remove it.");
            }
            return parse(bytes(real));
        } catch (NoSuchFileException e) {
            throw new ArchiveException(NAME + " in " + directory
                    + " is a broken symbolic link. Replace it with a regular file, or remove it.");
        } catch (ArchiveException e) {
            throw e;
        } catch (IOException e) {
            throw new ArchiveException(NAME + " in " + directory + " cannot be read (" + IoReason.of(e)
                    + "). Make it readable, or remove it.");
        }
    }

    static List<String> parse(byte[] content) throws ArchiveException {
        List<String> patterns = new ArrayList<>();
        int start = 0;
        for (int number = 1; start < content.length; number++) {
            int end = start;
            while (end < content.length && content[end] != '\n') {
                end++;
            }
            String line = line(content, start, end, number);
            if (!line.isEmpty() && line.charAt(0) != '#') {
                String problem = AntPattern.problem(line);
                if (problem != null) {
                    throw malformed(number, problem);
                }
                patterns.add(line);
            }
            if (patterns.size() > Selection.MAX_PATTERNS) {
                throw malformed(number, "there are more than " + Selection.MAX_PATTERNS + " patterns");
            }
            start = end + 1;
        }
        return patterns;
    }

    private static String line(byte[] content, int start, int end, int number) throws ArchiveException {
        try {
            String line = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content, start, end - start))
                    .toString();
            boolean marked = number == 1 && !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK;
            return (marked ? line.substring(1) : line).stripTrailing();
        } catch (CharacterCodingException e) {
            throw malformed(number, "it is not valid UTF-8");
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        // Unlike a channel, this stream ignores interrupts. The walk handles them later.
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new ArchiveException(NAME + " is larger than " + MAX_BYTES + " bytes. Shorten it.");
            }
            return bytes;
        }
    }

    private static ArchiveException malformed(int line, String problem) {
        return new ArchiveException("Line " + line + " of " + NAME + " is invalid: " + problem + ".");
    }
}
