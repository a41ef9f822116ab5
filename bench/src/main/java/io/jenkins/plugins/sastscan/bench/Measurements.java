package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is measured of one workspace. */
final class Measurements {
    static final String OURS = "ours";
    static final String ANT = "Ant's zip to a file";
    private static final String SELECTION = "selection against Ant's scanner, monorepo";
    private static final String SELECTION_HEAP = "selection's heap against Ant's scanner's, monorepo";
    private static final String TIMES = "x as fast";
    private static final String OF_IT = " of it";
    private static final String SCANNER = "Ant's scanner";
    private static final String ANT_HEAP = "Ant's zip in the heap";
    private static final String SCATTER = "Commons Compress, parallel";
    private static final String JDK = "java.util.zip";
    private static final String LIMIT = "reading and deflating in memory";
    private static final String HASHING = "selecting, reading and hashing, one thread";
    private static final String PLUGINS = "as comparable plugins";
    private static final String FORM = "percent-encoded";
    private static final String MULTIPART = "multipart";

    private final Path temporary;
    private final Report report;
    private final Contest contest;

    Measurements(Path temporary, Report report, Contest contest) {
        this.temporary = temporary;
        this.report = report;
        this.contest = contest;
    }

    Results selection(String name, Path workspace) throws IOException {
        return report.add(contest.hold(
                "Selection, " + name,
                List.of(Entrant.of(OURS, "select-ours", workspace), Entrant.of(SCANNER, "select-ant", workspace))));
    }

    void selectionOfMonorepo(Path workspace) throws IOException {
        Results results = selection("monorepo", workspace);
        report.add(Goal.atLeast(SELECTION, 4, results.timesAsFast(OURS, SCANNER), TIMES));
        report.add(Goal.atMost(
                SELECTION_HEAP,
                0.25,
                (double) results.of(OURS).heapBytes()
                        / Math.max(1, results.of(SCANNER).heapBytes()),
                OF_IT));
    }

    static void selectionNotMeasured(Report report) {
        report.add(Goal.notMeasured(SELECTION, "at least 4" + TIMES));
        report.add(Goal.notMeasured(SELECTION_HEAP, "at most 0.25" + OF_IT));
    }

    /**
     * Against all, and against what cannot be beaten.
     *
     * @param programs of the command line that take part if they are installed: {@code zip}, {@code 7z}
     */
    void archiveOfSources(String name, Path workspace, List<String> programs) throws IOException {
        List<Entrant> entrants = new ArrayList<>(libraries(workspace));
        entrants.add(Entrant.of(ANT_HEAP, "archive-ant-heap", workspace));
        for (String program : programs) {
            if (CommandContender.installed(program)) {
                entrants.add(command(program, workspace));
            }
        }
        entrants.add(Entrant.of(LIMIT, "deflate-limit", workspace));
        entrants.add(Entrant.of(HASHING, "hashing", workspace));
        Results results = report.add(contest.hold("Archive, " + name, entrants));
        report.add(Goal.atLeast("archive against Ant's zip, " + name, 1.8, results.timesAsFast(OURS, ANT), TIMES));
        report.add(Goal.atMost(
                "archive's size against Ant's zip, " + name,
                1.01,
                (double) results.of(OURS).result() / results.of(ANT).result(),
                OF_IT));
        double limit = results.of(LIMIT).result() / 1e6;
        double floor = limit + results.of(HASHING).cpuSeconds() / Machine.processors();
        report.add("Deflate alone takes " + Results.seconds(limit) + " (its CPU time by " + Machine.processors()
                + " processors, the limit of the goal). With the CPU time of selecting, reading and hashing, which no"
                + " archive with a content digest is without, it is " + Results.seconds(floor)
                + ", of which ours takes "
                + Results.times(results.of(OURS).seconds() / floor) + ".\n");
        report.add(Goal.atMost(
                "archive against the limit, " + name, 1.10, results.of(OURS).seconds() / limit, "x the time"));
    }

    /** Against the libraries. */
    void archive(String name, Path workspace, double least) throws IOException {
        archive(name, libraries(workspace), least);
    }

    /** Of one long file against Ant's zip alone: the others deflate it with the same library on one thread, too. */
    void archiveOfFile(String name, Path workspace, double least) throws IOException {
        archive(name, libraries(workspace).subList(0, 2), least);
    }

    private void archive(String name, List<Entrant> entrants, double least) throws IOException {
        Results results = report.add(contest.hold("Archive, " + name, entrants));
        report.add(Goal.atLeast("archive against Ant's zip, " + name, least, results.timesAsFast(OURS, ANT), TIMES));
    }

    void uploads(String name, Path workspace, String service) throws IOException {
        Results results = report.add(contest.hold(
                "Upload over loopback, " + name,
                List.of(
                        Entrant.of(FORM, "upload-form", workspace, service),
                        Entrant.of(MULTIPART, "upload-multipart", workspace, service))));
        report.add("Of body bytes that is " + rate(results, FORM) + " MB/s percent-encoded and "
                + rate(results, MULTIPART) + " MB/s as multipart.\n");
    }

    /** A link of 100 Mbit/s, which the embedded service plays. */
    void link(String name, Path workspace) throws IOException {
        double link = 12.5;
        String bytesPerSecond = Long.toString((long) (link * 1e6));
        for (String encoding : List.of(FORM, MULTIPART)) {
            boolean form = encoding.equals(FORM);
            try (ServiceProcess service =
                    new ServiceProcess("link", bytesPerSecond, form ? "CONTRACT" : "FIELD", temporary.toString())) {
                Results results = report.add(contest.hold(
                        "Upload over 100 Mbit/s, " + encoding + ", " + name,
                        List.of(Entrant.of(
                                encoding, form ? "upload-form" : "upload-multipart", workspace, service.option()))));
                report.add(Goal.atLeast(
                        "upload against a link of 100 Mbit/s, " + encoding,
                        95,
                        100 * rate(results, encoding) / link,
                        " % of it"));
                Figures figures = results.of(encoding);
                report.add(Goal.atMost(
                        "CPU time of that upload, " + encoding,
                        10,
                        100 * figures.cpuSeconds() / figures.seconds(),
                        " % of a processor"));
            }
        }
    }

    void submission(String name, Path workspace, String service) throws IOException {
        Results results = report.add(contest.hold(
                "Submission over loopback, percent-encoded, " + name,
                List.of(
                        Entrant.of(OURS, "submit-ours", workspace, service),
                        Entrant.of(PLUGINS, "submit-plugins", workspace, service))));
        report.add(Goal.atLeast(
                "submission against comparable plugins, " + name, 2, results.timesAsFast(OURS, PLUGINS), TIMES));
    }

    private static List<Entrant> libraries(Path workspace) {
        return List.of(
                Entrant.of(OURS, "archive-ours", workspace),
                Entrant.of(ANT, "archive-ant", workspace),
                Entrant.of(SCATTER, "archive-scatter", workspace),
                Entrant.of(JDK, "archive-jdk", workspace));
    }

    private static Entrant command(String program, Path workspace) {
        return program.equals("zip")
                ? Entrant.command("zip -r", "zip -q -r \"$0\" .", workspace)
                : Entrant.command("7z -tzip -mmt", "7z a -tzip -mmt \"$0\" .", workspace);
    }

    /** Ours alone: a body of the others would be longer than an array of Java can be. */
    void submissionOfOurs(String name, Path workspace, String service) throws IOException {
        report.add(contest.hold(
                "Submission over loopback, percent-encoded, " + name,
                List.of(Entrant.of(OURS, "submit-ours", workspace, service))));
    }

    private static double rate(Results results, String label) {
        Figures figures = results.of(label);
        return Math.round(figures.result() / figures.seconds() / 1e4) / 100.0;
    }
}
