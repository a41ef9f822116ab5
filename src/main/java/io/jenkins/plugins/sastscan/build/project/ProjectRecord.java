package io.jenkins.plugins.sastscan.build.project;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What this controller knows of a project of a SAST server. Times are in milliseconds since 1970.
 *
 * @param builds for each job that submitted, its last build
 * @param last the last submission; null if there is none
 * @param content the last upload; null if there is none
 * @param uncertainUntil until then, a request that was cut off may still change the project
 */
public record ProjectRecord(
        String server, long project, Map<String, Build> builds, Last last, Content content, long uncertainUntil) {
    private static final int MAX_JOBS = 200;

    public ProjectRecord {
        builds = Map.copyOf(builds);
    }

    /**
     * A submission of a build.
     *
     * @param id identifies the submission, even after a restart of Jenkins
     * @param job the full name of the job
     * @param build the number of the build
     * @param root the full name of the job whose build started this build; differs from {@code job} for a matrix cell
     * @param started the start of the build, or of the whole matrix build, in milliseconds since 1970
     */
    public record Submitter(String id, String job, int build, String root, long started) {
        /** Describes this submission to users of another build, who may have no access to this job. */
        String nameFor(Submitter other) {
            if (!job.equals(other.job)) {
                return "another job";
            }
            return build == other.build ? "another step of this build" : "build #" + build + " of this job";
        }

        /** Whether both are submissions of one build or of one matrix build. */
        boolean isInSameBuildAs(Submitter other) {
            return root.equals(other.root) && build == other.build && started == other.started && !id.equals(other.id);
        }
    }

    /** What a submission changes. */
    public enum Change {
        SOURCE,
        GIT_SETTINGS,
        FORCE_SCAN
    }

    public enum State {
        /** Also the state of a submission that was cut off. */
        RUNNING,
        SUBMITTED,
        FAILED
    }

    public record Build(int number, long started) {}

    /** @param ended 0 while the submission runs */
    public record Last(Submitter by, long begun, long ended, State state, Set<Change> changed) {
        public Last {
            changed = Set.copyOf(changed);
        }
    }

    /** @param digest the content digest of the files; empty if it is unknown whether the project has them */
    public record Content(Submitter by, long time, long files, long rawBytes, long archiveBytes, String digest) {
        Content unknown() {
            return new Content(by, time, files, rawBytes, archiveBytes, "");
        }
    }

    /** The last upload of a job; empty if another job made the last upload. */
    public Optional<Content> contentOf(String job) {
        return Optional.ofNullable(content).filter(each -> each.by().job().equals(job));
    }

    /** Whether the last submission is running or was cut off. */
    boolean isOpen() {
        return last != null && last.state() == State.RUNNING;
    }

    Map<String, Build> buildsWith(Submitter by) {
        Map<String, Build> all = new LinkedHashMap<>(builds);
        all.put(by.job(), new Build(by.build(), by.started()));
        return all.entrySet().stream()
                .sorted(Comparator.comparingLong(each -> -each.getValue().started()))
                .limit(MAX_JOBS)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
