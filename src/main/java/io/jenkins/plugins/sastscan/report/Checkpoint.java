package io.jenkins.plugins.sastscan.report;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What a submission needs to continue after a restart of Jenkins. Stored with its build from its start, so it contains
 * plain values and no secret. Like all of a report, its collections are replaced and never modified.
 */
public final class Checkpoint {
    private final String id;
    private volatile TreeMap<String, String> decisions = new TreeMap<>();
    private volatile LinkedHashMap<String, Object> result = new LinkedHashMap<>();

    /** @param id identifies the submission in the build */
    public Checkpoint(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    /** Returns what was decided, for example the branch, or null. */
    public String decision(String name) {
        return decisions.get(name);
    }

    /**
     * Keeps a decision, if its text can be kept.
     *
     * @param secretFree tells whether a text contains no secret
     */
    public void decide(String name, String text, Predicate<String> secretFree) {
        if (secretFree.test(text)) {
            TreeMap<String, String> more = new TreeMap<>(decisions);
            more.put(name, text);
            decisions = more;
        }
    }

    /** The result of the stages that are done. */
    public Map<String, Object> result() {
        return new LinkedHashMap<>(result);
    }

    public void setResult(Map<String, Object> result) {
        this.result = new LinkedHashMap<>(result);
    }
}
