package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.bench.Contest.Entrant;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The measurements and their goals. */
record Runs(Workspaces workspaces, Path temporary, Report report, Contest contest, Contest slowContest) {
    private static final long GIGABYTE = 1_000_000_000L;
    private static final String SMALL = "small sources";
    private static final String OURS = "this plugin";
    private static final String TRACKED = "this plugin (files: TRACKED)";
    private static final String NOT_IGNORED = "this plugin (files: NOT_IGNORED)";
    private static final String SCANNER = "Ant's scanner";
    private static final String ANT = "Ant's zip";
    private static final String COMMANDS = "git archive --format=zip and curl (multipart)";
    private static final String FASTER = "x as fast";
    private static final String SMALL_HEAP = "-Xmx64m";
    private static final String WATCHED_SELDOM = "-Dbench.watch=1000";

    Runs(Workspaces workspaces, Path temporary, Report report) {
        this(workspaces, temporary, report, new Contest(temporary, 3, 5), new Contest(temporary, 0, 3));
    }

    void quick() throws Exception {
        Path sources = workspaces.small();
        Workspaces.track(sources);
        selection(SMALL, sources);
        archiveOfSources(sources);
        try (Service sink = Service.sink()) {
            submission(contest, SMALL, sources, sink);
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
    }

    /** Runs all measurements that need no Jenkins. */
    void everything(Service sink) throws Exception {
        Path small = workspaces.small();
        Workspaces.track(small);
        Path monorepo = workspaces.monorepo();
        Workspaces.track(monorepo, "node_modules/", "target/");
        selection("monorepo", monorepo);
        archiveOfSources(small);
        archiveAgainstAnt(slowContest, "monorepo", monorepo, 1.9);
        archiveAgainstAnt(slowContest, "jars and images", workspaces.compressed(GIGABYTE), 5);
        Path large = workspaces.large(1, 2 * GIGABYTE);
        archiveAgainstAnt(new Contest(temporary, 0, 1), "one file of 2 GB", large, 0.9);
        submission(contest, SMALL, small, sink);
        submission(slowContest, "monorepo", monorepo, sink);
        growthInBytes(sink);
        growthInFiles(sink);
        slowLink(small);
    }

    private void selection(String name, Path workspace) throws IOException {
        Map<String, Figures> figures = hold(
                contest,
                "Selection, " + name,
                entrant("select", workspace),
                new Entrant(SCANNER, "select-ant", workspace),
                new Entrant(TRACKED, "select-tracked", workspace),
                new Entrant(NOT_IGNORED, "select-not-ignored", workspace));
        double ant = figures.get(SCANNER).seconds();
        figures.forEach((label, row) -> {
            if (!label.equals(SCANNER)) {
                report.atLeast(
                        name + ": selection by " + label + ", compared with Ant's scanner",
                        2.5,
                        ant / row.seconds(),
                        FASTER);
            }
        });
    }

    private Map<String, Figures> hold(Contest contest, String title, Entrant... entrants) throws IOException {
        return report.add(title, contest.hold(title, entrants));
    }

    private static Entrant entrant(String task, Path workspace, String... options) {
        return new Entrant(OURS, task, workspace, options);
    }

    private void archiveOfSources(Path sources) throws IOException {
        String scatter = "Commons Compress, parallel";
        Map<String, Figures> figures = hold(
                contest,
                "Archive, " + SMALL,
                entrant("archive", sources),
                new Entrant(ANT, "archive-ant", sources),
                new Entrant(scatter, "archive-scatter", sources));
        Figures ours = figures.get(OURS);
        Figures ant = figures.get(ANT);
        report.atLeast(SMALL + ": archiving, compared with Ant's zip", 1.9, ant.seconds() / ours.seconds(), FASTER);
        double parallel = figures.get(scatter).seconds() / ours.seconds();
        report.atLeast(SMALL + ": archiving, compared with " + scatter, 1, parallel, FASTER);
        double size = (double) ours.result() / ant.result();
        report.atMost(SMALL + ": size of the archive, compared with Ant's zip", 1.01, size, "x");
    }

    private void archiveAgainstAnt(Contest contest, String name, Path workspace, double least) throws IOException {
        Map<String, Figures> figures = hold(
                contest, "Archive, " + name, entrant("archive", workspace), new Entrant(ANT, "archive-ant", workspace));
        double faster = figures.get(ANT).seconds() / figures.get(OURS).seconds();
        report.atLeast(name + ": archiving, compared with Ant's zip", least, faster, FASTER);
    }

    private void submission(Contest contest, String name, Path workspace, Service sink) throws IOException {
        Map<String, Figures> figures = hold(
                contest,
                "Submission over loopback, form-encoded, " + name,
                entrant("submit", workspace, sink.option()),
                new Entrant(TRACKED, "submit-tracked", workspace, sink.option()),
                new Entrant(COMMANDS, "submit-commands", workspace, sink.option()));
        double faster = figures.get(COMMANDS).seconds() / figures.get(OURS).seconds();
        report.atLeast(name + ": submission, compared with *" + COMMANDS + "*", 1, faster, FASTER);
    }

    private void growthInBytes(Service sink) throws IOException {
        Path hundred = workspaces.large(1, GIGABYTE / 10);
        Path tenThousand = workspaces.large(5, 10 * GIGABYTE);
        Map<String, Figures> figures = growth("More bytes", SMALL_HEAP, "100 MB", hundred, "10 GB", tenThousand, sink);
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
                growth("More files", "-Xmx256m", "10,000 files", tenThousand, "1,000,000 files", million, sink);
        Figures less = figures.get("10,000 files");
        Figures more = figures.get("1,000,000 files");
        double slower = more.seconds() / less.seconds() / 100;
        report.atMost("1,000,000 files: time per file, compared with 10,000 files", 1.3, slower, "x");
        double bytes = Math.max(0, more.heapBytes() - less.heapBytes()) / 990_000.0;
        report.atMost("1,000,000 files: heap growth for each file beyond the first 10,000", 150, bytes, " bytes");
        workspaces.remove(million);
    }

    /** The larger submission has no warm-up run. Instead, its files are first read into the file cache. */
    private Map<String, Figures> growth(
            String title, String heap, String less, Path small, String more, Path large, Service sink)
            throws IOException {
        Map<String, Figures> all =
                new LinkedHashMap<>(contest.hold(title, new Entrant(less, "submit", small, sink.option(), heap)));
        Workspaces.read(large);
        all.putAll(new Contest(temporary, 0, 0)
                .hold(title, new Entrant(more, "submit", large, sink.option(), heap, WATCHED_SELDOM)));
        return report.add(title + ": submissions with " + heap, all);
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
}
