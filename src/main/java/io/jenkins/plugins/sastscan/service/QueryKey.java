package io.jenkins.plugins.sastscan.service;

import java.util.Objects;

/**
 * What a query is looked up by (operation 3).
 *
 * @param language language of the query, on one line
 * @param severity severity of the query
 * @param name name of the query, on one line
 */
public record QueryKey(String language, Severity severity, String name) {
    public QueryKey {
        Checks.line("language of the query", language);
        Objects.requireNonNull(severity);
        Checks.line("name of the query", name);
    }

    /** A query of severity {@link Severity#INFO}, the contract's default. */
    public QueryKey(String language, String name) {
        this(language, Severity.INFO, name);
    }
}
