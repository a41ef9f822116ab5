package io.jenkins.plugins.sastscan.build.project;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

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

    static ProjectRecord unknown(String server, long project) {
        return new ProjectRecord(server, project, Map.of(), null, null, 0);
    }

    /** The last upload of a job; empty if another job made the last upload. */
    public Optional<Content> contentOf(String job) {
        return Optional.ofNullable(content).filter(each -> each.by().job().equals(job));
    }

    /** Whether the last submission is running or was cut off. */
    boolean isOpen() {
        return last != null && last.state() == State.RUNNING;
    }

    /** Returns the number of a build of the job that was started later, and has submitted; empty if there is none. */
    OptionalInt laterBuild(Submitter than) {
        Build build = builds.get(than.job());
        // A job that was created again has lower numbers, and a clock that was set back gives earlier times.
        return build != null && build.number() > than.build() && build.started() > than.started()
                ? OptionalInt.of(build.number())
                : OptionalInt.empty();
    }

    Map<String, Build> buildsWith(Submitter by) {
        Map<String, Build> all = new LinkedHashMap<>(builds);
        all.put(by.job(), new Build(by.build(), by.started()));
        return all.entrySet().stream()
                .sorted(Comparator.comparingLong(each -> -each.getValue().started()))
                .limit(MAX_JOBS)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    String toText() throws JsonProcessingException {
        return JSON.writeValueAsString(this);
    }

    /** @throws IOException if the text is not complete */
    static ProjectRecord parse(String text) throws IOException {
        return Optional.ofNullable(JSON.readValue(text, ProjectRecord.class))
                .orElseThrow(() -> new IOException("the record is empty"));
    }
}
