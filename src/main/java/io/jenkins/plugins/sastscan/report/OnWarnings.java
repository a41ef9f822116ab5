package io.jenkins.plugins.sastscan.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a submission does if there are warnings about the archive. */
public enum OnWarnings {
    /** The warnings are in the log and on the submission page. */
    CONTINUE,
    /** Like {@link #CONTINUE}, and the build and the step become unstable. */
    UNSTABLE,
    /** The submission fails before anything is sent. */
    FAIL;

    /**
     * Returns why the build becomes unstable, in one sentence; empty if it does not.
     *
     * @param result the map that the step returns
     */
    public Optional<String> reasonForUnstable(Map<String, Object> result) {
        boolean warned = result.get("archive") instanceof Map<?, ?> archive
                && archive.get("warnings") instanceof List<?> warnings
                && !warnings.isEmpty();
        return this == UNSTABLE && warned
                ? Optional.of("SAST: Unstable, because there are warnings about the archive.")
                : Optional.empty();
    }
}
