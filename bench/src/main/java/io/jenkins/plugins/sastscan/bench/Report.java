package io.jenkins.plugins.sastscan.bench;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** The goals and the figures, as Markdown. */
final class Report {
    private static final String BEGIN = "<!-- figures: written by bin/bench -->\n";
    private static final String END = "<!-- end of figures -->\n";

    private final String kind;
    private final long begun = System.nanoTime();
    private final String loadAtBegin = Machine.load();
    private final List<Goal> goals = new ArrayList<>();
    private final StringBuilder tables = new StringBuilder();

    Report(String kind) {
        this.kind = kind;
    }

    void add(Goal goal) {
        goals.add(goal);
        System.err.println("  " + goal.what() + ": " + goal.figure() + ", " + goal.verdict());
    }

    Results add(Results results) {
        tables.append(results.table());
        return results;
    }

    void add(String text) {
        tables.append(text).append('\n');
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("Measured by `bin/bench ").append(kind).append("` on ").append(LocalDate.now(ZoneOffset.UTC));
        text.append(" in ")
                .append((System.nanoTime() - begun) / 60_000_000_000L + 1)
                .append(" minutes.\n\n");
        text.append(Machine.description());
        text.append("- load average at the beginning: ").append(loadAtBegin);
        text.append("; at the end: ").append(Machine.load()).append("\n\n");
        text.append("## Goals\n\n| what | goal | figure | |\n|---|---|---|---|\n");
        goals.forEach(goal -> text.append(goal.row()));
        return text.append("\n## Figures\n\n").append(tables).toString();
    }

    /** A document with these figures in the place of its former ones, or at its end. */
    String within(String document) {
        String section = BEGIN + "\n" + text() + END;
        int from = document.indexOf(BEGIN);
        int to = document.indexOf(END);
        return from < 0 || to < from
                ? document + "\n" + section
                : document.substring(0, from) + section + document.substring(to + END.length());
    }
}
