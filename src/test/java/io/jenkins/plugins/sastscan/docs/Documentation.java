package io.jenkins.plugins.sastscan.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documentation, with its code blocks and tables. */
public final class Documentation {
    private static final Path ROOT = root();
    private static final Pattern CELLS = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern HEADING_OR_BLOCK = Pattern.compile("(?ms)^#+ *([^\n]*)|^```(\\w*)\n(.*?)^```$");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private final String text;

    private Documentation(String text) {
        this.text = text;
    }

    /** A code block and the heading above it. */
    public record Block(String title, String code) {
        @Override
        public String toString() {
            return title;
        }
    }

    /** @param file a path relative to the project directory, such as {@code docs/pipeline.md} */
    public static Documentation of(String file) {
        try {
            return new Documentation(Files.readString(ROOT.resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The project directory, even if the tests run in a subdirectory. */
    public static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/architecture.md"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    public String text() {
        return text;
    }

    public List<Block> blocks(String language) {
        List<Block> blocks = new ArrayList<>();
        String title = "";
        for (var found : HEADING_OR_BLOCK.matcher(text).results().toList()) {
            if (found.group(1) != null) {
                title = found.group(1);
            } else if (found.group(2).equals(language)) {
                blocks.add(new Block(title, found.group(3)));
            }
        }
        return blocks;
    }

    /** The text under a heading, up to the next heading of any level. */
    public Documentation section(String heading) {
        var section = Pattern.compile("(?ms)^#+ " + Pattern.quote(heading) + "$(.*?)(?=^#|\\z)")
                .matcher(text);
        if (!section.find()) {
            throw new AssertionError("there is no heading " + heading);
        }
        return new Documentation(section.group(1));
    }

    /** The rows of all tables, without header rows. Each row is a list of cells. */
    public List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        boolean inTable = false;
        for (String line : text.lines().toList()) {
            if (!line.startsWith("|")) {
                inTable = false;
            } else if (inTable) {
                rows.add(cells(line));
            } else {
                inTable = line.matches("[|: -]+");
            }
        }
        return rows;
    }

    private static List<String> cells(String line) {
        return Arrays.stream(CELLS.split(line.substring(1)))
                .map(cell -> cell.strip().replace("\\|", "|"))
                .toList();
    }

    public static Stream<String> code(String cell) {
        return CODE.matcher(cell).results().map(code -> code.group(1));
    }
}
