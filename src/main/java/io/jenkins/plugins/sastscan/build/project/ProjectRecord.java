package io.jenkins.plugins.sastscan.build.project;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What this controller knows of a project of a SAST server. Times are in milliseconds since 1970.
 *
 * @param builds for each job that submitted, its last build
 * @param last the last submission; empty if there is none
 * @param content the source that the project has; empty if it is unknown
 * @param uncertainUntil until then, a request that was cut off may still change the project
 */
public record ProjectRecord(
        String server,
        long project,
        Map<String, Build> builds,
        Optional<Last> last,
        Optional<Content> content,
        long uncertainUntil) {
    private static final int MAX_JOBS = 200;

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

    /** @param digest the content digest of the files */
    public record Content(Submitter by, long time, long files, long rawBytes, long archiveBytes, String digest) {}

    static ProjectRecord unknown(String server, long project) {
        return new ProjectRecord(server, project, Map.of(), Optional.empty(), Optional.empty(), 0);
    }

    /** Whether the last submission is running or was cut off. */
    boolean isOpen() {
        return last.filter(each -> each.state() == State.RUNNING).isPresent();
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

    /** Returns one line for each fact. The fields of a line are percent-encoded. */
    String toText() {
        List<String> lines = new ArrayList<>();
        lines.add(line("project", server, project, uncertainUntil));
        builds.forEach((job, build) -> lines.add(line("job", job, build.number(), build.started())));
        last.ifPresent(each -> lines.add(line(
                "last",
                each.by(),
                each.begun(),
                each.ended(),
                each.state(),
                each.changed().stream().map(Change::name).sorted().collect(Collectors.joining(",")))));
        content.ifPresent(each -> lines.add(line(
                "content", each.by(), each.time(), each.files(), each.rawBytes(), each.archiveBytes(), each.digest())));
        lines.add("end");
        return String.join("\n", lines);
    }

    private static String line(Object... fields) {
        return Stream.of(fields)
                .flatMap(field -> field instanceof Submitter by
                        ? Stream.of(by.id(), by.job(), by.build(), by.root(), by.started())
                        : Stream.of(field))
                .map(field -> URLEncoder.encode(field.toString(), StandardCharsets.UTF_8))
                .collect(Collectors.joining(" "));
    }

    /** @throws IOException if the text is not complete */
    static ProjectRecord parse(String text) throws IOException {
        try {
            List<String> lines = List.of(text.split("\n"));
            if (!lines.get(lines.size() - 1).equals("end")) {
                throw new IOException("the record is not complete");
            }
            Fields project = new Fields(lines.get(0));
            String server = project.next();
            long id = project.number();
            long uncertain = project.number();
            Map<String, Build> builds = new LinkedHashMap<>();
            Optional<Last> last = Optional.empty();
            Optional<Content> content = Optional.empty();
            for (String line : lines.subList(1, lines.size() - 1)) {
                Fields fields = new Fields(line);
                switch (fields.name) {
                    case "job" -> builds.put(fields.next(), new Build((int) fields.number(), fields.number()));
                    case "last" ->
                        last = Optional.of(new Last(
                                fields.submitter(),
                                fields.number(),
                                fields.number(),
                                State.valueOf(fields.next()),
                                changes(fields.next())));
                    case "content" ->
                        content = Optional.of(new Content(
                                fields.submitter(),
                                fields.number(),
                                fields.number(),
                                fields.number(),
                                fields.number(),
                                fields.next()));
                    default -> throw new IOException("the record has an unknown line");
                }
            }
            return new ProjectRecord(server, id, builds, last, content, uncertain);
        } catch (IllegalArgumentException | NoSuchElementException e) {
            throw new IOException("the record is damaged", e);
        }
    }

    private static Set<Change> changes(String names) {
        return Stream.of(names.split(","))
                .filter(name -> !name.isEmpty())
                .map(Change::valueOf)
                .collect(Collectors.toSet());
    }

    private static final class Fields {
        private final Iterator<String> fields;
        private final String name;

        Fields(String line) {
            fields = List.of(line.split(" ", -1)).iterator();
            name = next();
        }

        String next() {
            return URLDecoder.decode(fields.next(), StandardCharsets.UTF_8);
        }

        long number() {
            return Long.parseLong(next());
        }

        Submitter submitter() {
            return new Submitter(next(), next(), (int) number(), next(), number());
        }
    }
}
