package io.jenkins.plugins.sastscan.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * What a submission needs, in addition to its report, to continue after a restart of Jenkins. It is stored with the
 * build, so it contains no secret. Collections are replaced and never modified, as in {@link SubmissionReport}.
 */
@Restricted(NoExternalUse.class)
public final class Checkpoint {
    private final String id;
    private volatile TreeMap<String, String> decisions = new TreeMap<>();
    /** Null in builds from older plugin versions. */
    private volatile TreeSet<String> done = new TreeSet<>();
    /** The results of the completed stages, in builds that an older plugin version has started. */
    private LinkedHashMap<String, Object> result = new LinkedHashMap<>();

    /** @param id identifies the submission in the build */
    public Checkpoint(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    /** Returns an expanded parameter or another stored text; null if nothing is stored under this name. */
    public String text(String name) {
        return decisions.get(name);
    }

    /** Stores a text for use after a restart, unless it contains a secret. */
    public void keep(String name, String text, Predicate<String> secretFree) {
        if (secretFree.test(text)) {
            TreeMap<String, String> more = new TreeMap<>(decisions);
            more.put(name, text);
            decisions = more;
        }
    }

    /** Returns the keys of the completed stages, such as {@code gitSettings}. */
    public Set<String> done() {
        if (done != null) {
            return Collections.unmodifiableSet(done);
        }
        return result != null && result.get("milliseconds") instanceof Map<?, ?> milliseconds
                ? milliseconds.keySet().stream().map(Object::toString).collect(Collectors.toSet())
                : Set.of();
    }

    public void setDone(Set<String> keys) {
        done = new TreeSet<>(keys);
        result = null;
    }
}
