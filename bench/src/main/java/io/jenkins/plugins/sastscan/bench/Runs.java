package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.bench.Contest.Entrant;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;

/** The measurements and their goals. */
record Runs(Workspaces workspaces, Path temporary, Report report, Contest contest, Contest slowContest) {
    private static final long GIGABYTE = 1_000_000_000L;
    private static final String SMALL = "small sources";
    private static final String OURS = "ours";
    private static final String TRACKED = "ours, tracked by Git";
    private static final String NOT_IGNORED = "ours, not ignored by Git";
    private static final String UNCHANGED = "ours, skipUnchanged, unchanged";
    private static final String CHANGED = "ours, skipUnchanged, changed";
    private static final String MANIFEST = "ours, with a manifest";
    private static final String ANT = "Ant's zip";
    private static final String FASTER = "x as fast";
    private static final String SMALL_HEAP = "-Xmx64m";
    private static final String WATCHED_SELDOM = "-Dbench.watch=1000";

    Runs(Workspaces workspaces, Path temporary, Report report) {
        this(workspaces, temporary, report, new Contest(temporary, 3, 5), new Contest(temporary, 0, 3));
    }

    /** Measures the work on many small source files, and the heap growth of submissions. */
    void quick(Path sources) throws IOException, RunnerException {
        hold(
                contest,
                "Selection, " + SMALL,
                entrant("select", sources),
                new Entrant("Ant's scanner", "select-ant", sources));
        archiveOfSources(sources);
        try (Service sink = Service.sink()) {
            uploadAndSubmission(sources, sink);
            Path text = workspaces.large(1, GIGABYTE);
            Map<String, Figures> heaps = hold(
                    new Contest(temporary, 0, 0),
                    "Heap of a submission with " + SMALL_HEAP,
                    new Entrant(SMALL, "submit", sources, sink.option(), SMALL_HEAP),
                    new Entrant(
                            SMALL + ", 8 processors",
                            "submit",
                            sources,
                            sink.option(),
                            SMALL_HEAP,
                            "-XX:ActiveProcessorCount=8"),
                    new Entrant("1 GB of text", "submit", text, sink.option(), SMALL_HEAP));
            heaps.forEach((label, figures) ->
                    report.atMost("heap growth of a submission, " + label, 40, figures.heapBytes() / 1e6, " MB"));
        }
        InnerParts.measure(report);
    }

    /** Runs all measurements that need no Jenkins. */
    void everything(Service sink) throws IOException, RunnerException {
        Path small = workspaces.small();
        Path monorepo = workspaces.monorepo();
        Workspaces.track(monorepo, "node_modules/", "target/");
        Map<String, Figures> selection = hold(
                contest,
                "Selection, monorepo",
                entrant("select", monorepo),
                new Entrant(TRACKED, "select-tracked", monorepo),
                new Entrant(NOT_IGNORED, "select-not-ignored", monorepo),
                new Entrant("Ant's scanner", "select-ant", monorepo));
        Figures ours = selection.get(OURS);
        Figures ant = selection.get("Ant's scanner");
        report.atLeast("selection relative to Ant's scanner, monorepo", 4, ant.seconds() / ours.seconds(), FASTER);
        for (String choice : List.of(TRACKED, NOT_IGNORED)) {
            double faster = ant.seconds() / selection.get(choice).seconds();
            report.atLeast("selection relative to Ant's scanner, monorepo, " + choice, 4, faster, FASTER);
        }
        report.atMost(
                "heap for selection relative to Ant's scanner, monorepo",
                0.25,
                (double) ours.heapBytes() / Math.max(1, ant.heapBytes()),
                "x");
        archiveOfSources(small);
        archiveAgainstAnt(slowContest, "monorepo", monorepo, 1.8);
        archiveAgainstAnt(slowContest, "already compressed", workspaces.compressed(GIGABYTE), 5);
        Path large = workspaces.large(1, 2 * GIGABYTE);
        archiveAgainstAnt(new Contest(temporary, 0, 1), "one file of 2 GB", large, 1.7);
        uploadAndSubmission(small, sink);
        submission(slowContest, "monorepo", monorepo, sink);
        growthInBytes(sink);
        growthInFiles(sink);
        slowLink(small);
        unchanged(small);
        InnerParts.measure(report);
    }

    private Map<String, Figures> hold(Contest contest, String title, Entrant... entrants) throws IOException {
        return report.add(title, contest.hold(title, entrants));
    }

    private static Entrant entrant(String task, Path workspace, String... options) {
        return new Entrant(OURS, task, workspace, options);
    }

    private void archiveOfSources(Path sources) throws IOException {
        List<Entrant> entrants = new ArrayList<>(List.of(
                entrant("archive", sources),
                new Entrant(ANT, "archive-ant", sources),
                new Entrant("Commons Compress, parallel", "archive-scatter", sources),
                new Entrant("java.util.zip", "archive-jdk", sources),
                new Entrant("deflate alone, microseconds", "limit", sources)));
        if (Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "zip")))) {
            entrants.add(new Entrant("zip -r", "archive-program", sources));
        }
        Map<String, Figures> figures = hold(contest, "Archive, " + SMALL, entrants.toArray(new Entrant[0]));
        Figures ours = figures.get(OURS);
        Figures ant = figures.get(ANT);
        report.atLeast("archiving relative to Ant's zip, " + SMALL, 1.8, ant.seconds() / ours.seconds(), FASTER);
        report.atMost("archive size relative to Ant's zip, " + SMALL, 1.01, (double) ours.result() / ant.result(), "x");
        double limit = figures.get("deflate alone, microseconds").result() / 1e6;
        report.atMost("archiving relative to the limit, " + SMALL, 1.10, ours.seconds() / limit, "x the time");
    }

    private void archiveAgainstAnt(Contest contest, String name, Path workspace, double least) throws IOException {
        Map<String, Figures> figures = hold(
                contest, "Archive, " + name, entrant("archive", workspace), new Entrant(ANT, "archive-ant", workspace));
        double faster = figures.get(ANT).seconds() / figures.get(OURS).seconds();
        report.atLeast("archiving relative to Ant's zip, " + name, least, faster, FASTER);
    }

    private void uploadAndSubmission(Path sources, Service sink) throws IOException {
        hold(
                contest,
                "Upload over loopback, " + SMALL,
                new Entrant("percent-encoded", "upload-form", sources, sink.option()),
                new Entrant("multipart", "upload-multipart", sources, sink.option()));
        submission(contest, SMALL, sources, sink);
    }

    private void submission(Contest contest, String name, Path workspace, Service sink) throws IOException {
        String others = "as comparable plugins";
        Map<String, Figures> figures = hold(
                contest,
                "Submission over loopback, percent-encoded, " + name,
                entrant("submit", workspace, sink.option()),
                new Entrant(others, "submit-plugins", workspace, sink.option()));
        double faster = figures.get(others).seconds() / figures.get(OURS).seconds();
        report.atLeast("submission relative to comparable plugins, " + name, 2, faster, FASTER);
    }

    private void growthInBytes(Service sink) throws IOException {
        Path hundred = workspaces.large(1, GIGABYTE / 10);
        Path tenThousand = workspaces.large(5, 10 * GIGABYTE);
        Map<String, Figures> figures = growth("Growth in bytes", "100 MB", hundred, "10 GB", tenThousand, sink);
        Figures less = figures.get("100 MB");
        Figures more = figures.get("10 GB");
        report.atMost("heap growth of a submission, 100 MB", 40, less.heapBytes() / 1e6, " MB");
        report.atMost("heap growth of a submission, 10 GB with " + SMALL_HEAP, 40, more.heapBytes() / 1e6, " MB");
        report.atMost("time per byte, 10 GB relative to 100 MB", 1.2, more.seconds() / less.seconds() / 100, "x");
        workspaces.remove(tenThousand);
    }

    private void growthInFiles(Service sink) throws IOException {
        Path tenThousand = workspaces.sources(10_000, 10_000_000);
        Path million = workspaces.sources(1_000_000, GIGABYTE);
        Map<String, Figures> figures =
                growth("Growth in files", "10,000 files", tenThousand, "1,000,000 files", million, sink);
        Figures less = figures.get("10,000 files");
        Figures more = figures.get("1,000,000 files");
        double slower = more.seconds() / less.seconds() / 100;
        report.atMost("time per file, 1,000,000 files relative to 10,000", 1.2, slower, "x");
        double bytes = Math.max(0, more.heapBytes() - less.heapBytes()) / 990_000.0;
        report.atMost("heap per file name, from 10,000 to 1,000,000 files", 40, bytes, " bytes");
        manifest(million, sink);
        workspaces.remove(million);
    }

    private void manifest(Path workspace, Service sink) throws IOException {
        Map<String, Figures> figures = hold(
                slowContest,
                "Submission of 1,000,000 files",
                new Entrant(OURS, "submit", workspace, sink.option(), SMALL_HEAP, WATCHED_SELDOM),
                new Entrant(MANIFEST, "submit-manifest", workspace, sink.option(), SMALL_HEAP, WATCHED_SELDOM));
        Figures with = figures.get(MANIFEST);
        double more = with.seconds() / figures.get(OURS).seconds();
        report.atMost("submission of 1,000,000 files with manifest, relative to one without", 1.1, more, "x the time");
        report.atMost("heap growth of that submission with a manifest", 40, with.heapBytes() / 1e6, " MB");
    }

    /**
     * Measures two submissions. The larger submission has no warm-up, so its files are read into the cache first.
     * During the larger submission, the heap is measured less often.
     */
    private Map<String, Figures> growth(String title, String less, Path small, String more, Path large, Service sink)
            throws IOException {
        Map<String, Figures> all =
                new LinkedHashMap<>(contest.hold(title, new Entrant(less, "submit", small, sink.option(), SMALL_HEAP)));
        Workspaces.read(large);
        all.putAll(new Contest(temporary, 0, 0)
                .hold(title, new Entrant(more, "submit", large, sink.option(), SMALL_HEAP, WATCHED_SELDOM)));
        return report.add(title + ": submissions with " + SMALL_HEAP, all);
    }

    /** Measures uploads over a simulated link of 100 Mbit/s. */
    private void slowLink(Path small) throws IOException {
        double link = 12.5e6;
        for (Dialect dialect : List.of(Dialect.CONTRACT, Dialect.FIELD)) {
            String encoding = dialect == Dialect.CONTRACT ? "percent-encoded" : "multipart";
            String task = dialect == Dialect.CONTRACT ? "upload-form" : "upload-multipart";
            try (Service service = Service.link((long) link, dialect, temporary)) {
                Figures figures = hold(
                                slowContest,
                                "Upload over 100 Mbit/s, " + encoding,
                                entrant(task, small, service.option()))
                        .get(OURS);
                double share = 100 * figures.result() / figures.seconds() / link;
                report.atLeast("upload speed relative to a link of 100 Mbit/s, " + encoding, 95, share, " %");
                double cpu = 100 * figures.cpuSeconds() / figures.seconds();
                report.atMost("CPU time of the upload over 100 Mbit/s, " + encoding, 10, cpu, " % of a processor");
            }
        }
    }

    /** Measures the costs and the savings of comparing files with the last upload. The link has 100 Mbit/s. */
    private void unchanged(Path workspace) throws IOException {
        try (Service service = Service.link(12_500_000, Dialect.CONTRACT, temporary)) {
            Map<String, Figures> figures = hold(
                    slowContest,
                    "Submission over 100 Mbit/s, percent-encoded, " + SMALL,
                    entrant("submit", workspace, service.option()),
                    new Entrant(UNCHANGED, "submit-unchanged", workspace, service.option()),
                    new Entrant(CHANGED, "submit-changed", workspace, service.option()));
            double always = figures.get(OURS).seconds();
            double faster = always / figures.get(UNCHANGED).seconds();
            report.atLeast("skipUnchanged with unchanged files, relative to uploading, 100 Mbit/s", 4, faster, FASTER);
            double slower = figures.get(CHANGED).seconds() / always;
            report.atMost(
                    "skipUnchanged with changed files, relative to uploading, 100 Mbit/s", 1.15, slower, "x the time");
        }
    }
}
