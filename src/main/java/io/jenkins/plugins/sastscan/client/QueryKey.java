package io.jenkins.plugins.sastscan.client;

import java.util.List;

/**
 * Identifies a query (operation 3).
 *
 * @param severity one of {@link #SEVERITIES} (case-insensitive), or another severity that a newer SAST server supports
 */
public record QueryKey(String language, String severity, String name) {
    /** The severities that the documented REST API accepts; the first one is the default. */
    public static final List<String> SEVERITIES = List.of("Info", "Low", "Medium", "High");

    public QueryKey {
        Checks.line("language of the query", language);
        String given = severity == null ? "" : severity.strip();
        Checks.line("severity", given);
        severity =
                SEVERITIES.stream().filter(given::equalsIgnoreCase).findFirst().orElse(given);
        Checks.line("name of the query", name);
    }
}
