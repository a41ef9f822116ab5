package io.jenkins.plugins.sastscan.reliability;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Prints docs/reliability.md from the rows that tests have left in folders. It needs the JDK alone:
 *
 * <pre>java ReliabilityTable.java FOLDER... &gt;docs/reliability.md</pre>
 *
 * Exit status: 1 if a row is not as expected, or there is none.
 */
public final class ReliabilityTable {
    private static final String INTRODUCTION = """
            # Reliability

            What goes wrong on purpose in the tests, what the plugin is expected to do, and what it was seen to do.
            The tests themselves write these rows, each after its assertions; `bin/test --long` runs them all and then
            writes this page. Where one thing is tried in several places, the places share a row, and the seconds are
            those of the slowest, rounded up to 1, 2, 5, 10 and so on.
            """;

    private static final int[] STEPS = {1, 2, 5, 10, 20, 30, 60, 120, 300, 600};

    private ReliabilityTable() {}

    /** A line of the table but for where and how long. */
    private record Line(String area, String caseName, String expected, String seen) implements Comparable<Line> {
        boolean asExpected() {
            return seen.equals(expected);
        }

        @Override
        public int compareTo(Line other) {
            return key().compareTo(other.key());
        }

        private String key() {
            return String.join("\t", area, caseName, expected, seen);
        }
    }

    /** Where a line was seen, and for how many milliseconds at most. */
    private static final class Places {
        private final TreeSet<String> where = new TreeSet<>();
        private long millis;

        void add(String place, long took) {
            where.add(place);
            millis = Math.max(millis, took);
        }
    }

    public static void main(String[] folders) throws IOException {
        Map<Line, Places> lines = new TreeMap<>();
        for (String folder : folders) {
            for (Path file : files(Path.of(folder))) {
                for (String row : Files.readAllLines(file)) {
                    String[] cells = row.split("\t", -1);
                    lines.computeIfAbsent(new Line(cells[0], cells[1], cells[3], cells[4]), line -> new Places())
                            .add(cells[2], Long.parseLong(cells[5]));
                }
            }
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        print(lines).forEach(out::println);
        if (lines.isEmpty() || !lines.keySet().stream().allMatch(Line::asExpected)) {
            System.exit(1);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".tsv"))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> print(Map<Line, Places> lines) {
        List<String> text = new ArrayList<>(INTRODUCTION.lines().toList());
        text.add("");
        text.add(count(lines, true) + " tried, " + count(lines, false) + " as expected.");
        String area = "";
        for (Map.Entry<Line, Places> each : lines.entrySet()) {
            Line line = each.getKey();
            if (!line.area().equals(area)) {
                area = line.area();
                text.addAll(List.of("", "## " + area, "", "| case | where | expected | seen | seconds |"));
                text.add("| --- | --- | --- | --- | --- |");
            }
            text.add(row(line, each.getValue()));
        }
        return text;
    }

    private static String row(Line line, Places places) {
        String seen = line.asExpected() ? "as expected" : "**" + markdown(line.seen()) + "**";
        return "| " + markdown(line.caseName()) + " | " + markdown(String.join(", ", places.where)) + " | "
                + markdown(line.expected()) + " | " + seen + " | " + seconds(places.millis) + " |";
    }

    private static int count(Map<Line, Places> lines, boolean all) {
        return lines.entrySet().stream()
                .filter(each -> all || each.getKey().asExpected())
                .mapToInt(each -> each.getValue().where.size())
                .sum();
    }

    private static String seconds(long millis) {
        if (millis < 1000) {
            return "< 1";
        }
        for (int step : STEPS) {
            if (millis <= step * 1000L) {
                return Integer.toString(step);
            }
        }
        return "> " + STEPS[STEPS.length - 1];
    }

    private static String markdown(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("|", "\\|")
                .replace("*", "\\*");
    }
}
