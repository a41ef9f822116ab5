package io.jenkins.plugins.sastscan.service;

import java.util.List;

/**
 * The severity of a query. The contract names four; servers may know others, so any word may be one.
 *
 * @param name as it is sent, on one line
 */
public record Severity(String name) {
    public static final Severity INFO = new Severity("Info");
    public static final Severity LOW = new Severity("Low");
    public static final Severity MEDIUM = new Severity("Medium");
    public static final Severity HIGH = new Severity("High");

    private static final List<Severity> CONTRACT = List.of(INFO, LOW, MEDIUM, HIGH);

    public Severity {
        Checks.line("severity", name);
    }

    /** The severity of this name; those of the contract are found in whatever case. */
    public static Severity of(String name) {
        String stripped = name == null ? "" : name.strip();
        return CONTRACT.stream()
                .filter(known -> known.name.equalsIgnoreCase(stripped))
                .findFirst()
                .orElseGet(() -> new Severity(stripped));
    }

    @Override
    public String toString() {
        return name;
    }
}
