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
    private static final String OURS = "this plugin";
    private static final String TRACKED = "this plugin (files: TRACKED)";
    private static final String NOT_IGNORED = "this plugin (files: NOT_IGNORED)";
    private static final String UNCHANGED = "skipUnchanged (no file has changed)";
    private static final String CHANGED = "skipUnchanged (files have changed)";
    private static final String MANIFEST = "this plugin, with a manifest";
    private static final String ANT = "Ant's zip";
    private static final String ZLIB = "Deflater alone (result: microseconds)";
    private static final String FASTER = "x as fast";
    private static final String SMALL_HEAP = "-Xmx64m";
    private static final String WATCHED_SELDOM = "-Dbench.watch=1000";

    Runs(Workspaces workspaces, Path temporary, Report report) {
        this(workspaces, temporary, report, new Contest(temporary, 3, 5), new Contest(temporary, 0, 3));
    }

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
                    report.atMost(label + ": heap growth of a submission", 40, figures.heapBytes() / 1e6, " MB"));
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
        report.atLeast("monorepo: selection, compared with Ant's scanner", 4, ant.seconds() / ours.seconds(), FASTER);
        for (String choice : List.of(TRACKED, NOT_IGNORED)) {
            double faster = ant.seconds() / selection.get(choice).seconds();
            report.atLeast("monorepo: selection by " + choice + ", compared with Ant's scanner", 4, faster, FASTER);
        }
        report.atMost(
                "monorepo: heap growth of the selection, compared with Ant's scanner",
                0.25,
                (double) ours.heapBytes() / Math.max(1, ant.heapBytes()),
                "x");
        archiveOfSources(small);
        archiveAgainstAnt(slowContest, "monorepo", monorepo, 1.8);
        archiveAgainstAnt(slowContest, "jars and images", workspaces.compressed(GIGABYTE), 5);
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
                new Entrant(ZLIB, "limit", sources)));
        if (Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "zip")))) {
            entrants.add(new Entrant("zip -r", "archive-program", sources));
        }
        Map<String, Figures> figures = hold(contest, "Archive, " + SMALL, entrants.toArray(new Entrant[0]));
        Figures ours = figures.get(OURS);
        Figures ant = figures.get(ANT);
        report.atLeast(SMALL + ": archiving, compared with Ant's zip", 1.8, ant.seconds() / ours.seconds(), FASTER);
        double size = (double) ours.result() / ant.result();
        report.atMost(SMALL + ": size of the archive, compared with Ant's zip", 1.01, size, "x");
        double limit = figures.get(ZLIB).result() / 1e6;
        report.atMost(SMALL + ": archiving, compared with Deflater alone", 1.10, ours.seconds() / limit, "x the time");
    }

    private void archiveAgainstAnt(Contest contest, String name, Path workspace, double least) throws IOException {
        Map<String, Figures> figures = hold(
                contest, "Archive, " + name, entrant("archive", workspace), new Entrant(ANT, "archive-ant", workspace));
        double faster = figures.get(ANT).seconds() / figures.get(OURS).seconds();
        report.atLeast(name + ": archiving, compared with Ant's zip", least, faster, FASTER);
    }

    private void uploadAndSubmission(Path sources, Service sink) throws IOException {
        hold(
                contest,
                "Upload over loopback, " + SMALL,
                new Entrant("form-encoded", "upload-form", sources, sink.option()),
                new Entrant("multipart", "upload-multipart", sources, sink.option()));
        submission(contest, SMALL, sources, sink);
    }

    private void submission(Contest contest, String name, Path workspace, Service sink) throws IOException {
        String others = "Ant's zip (archive in the heap)";
        Map<String, Figures> figures = hold(
                contest,
                "Submission over loopback, form-encoded, " + name,
                entrant("submit", workspace, sink.option()),
                new Entrant(others, "submit-plugins", workspace, sink.option()));
        double faster = figures.get(others).seconds() / figures.get(OURS).seconds();
        report.atLeast(name + ": submission, compared with *" + others + "*", 2, faster, FASTER);
    }

    private void growthInBytes(Service sink) throws IOException {
        Path hundred = workspaces.large(1, GIGABYTE / 10);
        Path tenThousand = workspaces.large(5, 10 * GIGABYTE);
        Map<String, Figures> figures = growth("More bytes", "100 MB", hundred, "10 GB", tenThousand, sink);
        Figures less = figures.get("100 MB");
        Figures more = figures.get("10 GB");
        report.atMost("100 MB of text, " + SMALL_HEAP + ": heap growth", 40, less.heapBytes() / 1e6, " MB");
        report.atMost("10 GB of text, " + SMALL_HEAP + ": heap growth", 40, more.heapBytes() / 1e6, " MB");
        double slower = more.seconds() / less.seconds() / 100;
        report.atMost("10 GB of text: time per byte, compared with 100 MB", 1.2, slower, "x");
        workspaces.remove(tenThousand);
    }

    private void growthInFiles(Service sink) throws IOException {
        Path tenThousand = workspaces.sources(10_000, 10_000_000);
        Path million = workspaces.sources(1_000_000, GIGABYTE);
        Map<String, Figures> figures =
                growth("More files", "10,000 files", tenThousand, "1,000,000 files", million, sink);
        Figures less = figures.get("10,000 files");
        Figures more = figures.get("1,000,000 files");
        double slower = more.seconds() / less.seconds() / 100;
        report.atMost("1,000,000 files: time per file, compared with 10,000 files", 1.2, slower, "x");
        double bytes = Math.max(0, more.heapBytes() - less.heapBytes()) / 990_000.0;
        report.atMost("1,000,000 files: heap growth for each file beyond the first 10,000", 40, bytes, " bytes");
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
        report.atMost(
                "1,000,000 files: submission with a manifest, compared with a submission without a manifest",
                1.1,
                more,
                "x the time");
        report.atMost("1,000,000 files: heap growth with a manifest", 40, with.heapBytes() / 1e6, " MB");
    }

    /** The larger submission has no warm-up run. Instead, its files are first read into the file cache. */
    private Map<String, Figures> growth(String title, String less, Path small, String more, Path large, Service sink)
            throws IOException {
        Map<String, Figures> all =
                new LinkedHashMap<>(contest.hold(title, new Entrant(less, "submit", small, sink.option(), SMALL_HEAP)));
        Workspaces.read(large);
        all.putAll(new Contest(temporary, 0, 0)
                .hold(title, new Entrant(more, "submit", large, sink.option(), SMALL_HEAP, WATCHED_SELDOM)));
        return report.add(title + ": submissions with " + SMALL_HEAP, all);
    }

    private void slowLink(Path small) throws IOException {
        double link = 12.5e6;
        for (Dialect dialect : List.of(Dialect.CONTRACT, Dialect.FIELD)) {
            String encoding = dialect == Dialect.CONTRACT ? "form-encoded" : "multipart";
            String task = dialect == Dialect.CONTRACT ? "upload-form" : "upload-multipart";
            try (Service service = Service.link((long) link, dialect, temporary)) {
                Figures figures = hold(
                                slowContest,
                                "Upload over 100 Mbit/s, " + encoding,
                                entrant(task, small, service.option()))
                        .get(OURS);
                double share = 100 * figures.result() / figures.seconds() / link;
                String upload = encoding + " upload on a link of 100 Mbit/s: ";
                report.atLeast(upload + "speed", 95, share, " % of the link speed");
                double cpu = 100 * figures.cpuSeconds() / figures.seconds();
                report.atMost(upload + "processor load", 10, cpu, " % of a processor");
            }
        }
    }

    /** Measures how much time {@code skipUnchanged} costs and saves. */
    private void unchanged(Path workspace) throws IOException {
        try (Service service = Service.link(12_500_000, Dialect.CONTRACT, temporary)) {
            Map<String, Figures> figures = hold(
                    slowContest,
                    "Submission over 100 Mbit/s, form-encoded, " + SMALL,
                    entrant("submit", workspace, service.option()),
                    new Entrant(UNCHANGED, "submit-unchanged", workspace, service.option()),
                    new Entrant(CHANGED, "submit-changed", workspace, service.option()));
            double always = figures.get(OURS).seconds();
            double faster = always / figures.get(UNCHANGED).seconds();
            String with = "link of 100 Mbit/s: submission with ";
            String without = ", compared with a submission without skipUnchanged";
            report.atLeast(with + UNCHANGED + without, 4, faster, FASTER);
            double slower = figures.get(CHANGED).seconds() / always;
            report.atMost(with + CHANGED + without, 1.15, slower, "x the time");
        }
    }
}
