package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All there is to measure. */
final class LongRun {
    private static final long GIGABYTE = 1_000_000_000L;
    private static final String SMALL = "small sources";
    private static final String MONOREPO = "monorepo";
    private static final String COMPRESSED = "compressed already";
    private static final String LARGE = "one file of 2 GB";
    private static final String SMALL_HEAP = "-Xmx64m";

    private final Path project;
    private final String maven;
    private final Workspaces workspaces;
    private final Path temporary;
    private final Report report;

    /**
     * @param maven the command that runs the official build of the project, or an empty text where it cannot be run
     */
    LongRun(Path project, String maven, Workspaces workspaces, Path temporary, Report report) {
        this.project = project;
        this.maven = maven;
        this.workspaces = workspaces;
        this.temporary = temporary;
        this.report = report;
    }

    void run() throws Exception {
        Path small = workspaces.small();
        Path monorepo = workspaces.monorepo();
        Path compressed = workspaces.compressed(GIGABYTE);
        Path large = workspaces.large(1, 2 * GIGABYTE);
        Measurements quick = new Measurements(temporary, report, new Contest(temporary, 4, 7));
        Measurements slow = new Measurements(temporary, report, new Contest(temporary, 1, 5));
        Contest cold = new Contest(temporary, 0, 5);
        Measurements slowest = new Measurements(temporary, report, cold);
        quick.selection(SMALL, small);
        quick.selectionOfMonorepo(monorepo);
        quick.selection(COMPRESSED, compressed);
        quick.selection(LARGE, large);
        quick.archiveOfSources(SMALL, small, List.of("zip", "7z"));
        slowest.archive(MONOREPO, monorepo, 1.8);
        slowest.archive(COMPRESSED, compressed, 5);
        new Measurements(temporary, report, cold.withoutHeap()).archiveOfFile(LARGE, large, 1.7);
        try (ServiceProcess sink = new ServiceProcess("sink")) {
            quick.uploads(SMALL, small, sink.option());
            slow.uploads(MONOREPO, monorepo, sink.option());
            slow.uploads(COMPRESSED, compressed, sink.option());
            slow.uploads(LARGE, large, sink.option());
            quick.submission(SMALL, small, sink.option());
            slowest.submission(MONOREPO, monorepo, sink.option());
            slowest.submissionOfOurs(COMPRESSED, compressed, sink.option());
            atOnce(small, sink.option());
            bytes(sink.option());
            files(sink.option());
            InJenkins.measure(project, maven, temporary, sink.option(), report);
            ColdAgents.measure(project, maven, temporary, sink.option(), report);
        }
        slow.link(SMALL, small);
        processors(small);
        choices(small);
        InnerParts.encoder(report);
        InnerParts.others(report);
    }

    private void atOnce(Path small, String service) throws IOException {
        report.add(new Contest(temporary, 1, 5)
                .hold(
                        "Submissions at once in one JVM, " + SMALL,
                        List.of(
                                Entrant.of("1", "submit-ours", small, service),
                                Entrant.of("2", "submit-2", small, service),
                                Entrant.of("4", "submit-4", small, service),
                                Entrant.of("8", "submit-8", small, service))));
    }

    /** Growth in bytes, in a JVM that may have 64 MB. */
    private void bytes(String service) throws IOException {
        List<Entrant> sizes = new ArrayList<>();
        for (long megabytes : new long[] {10, 100, 1_000, 10_000}) {
            Path workspace = workspaces.large(megabytes < 1_000 ? 1 : 5, megabytes * 1_000_000);
            sizes.add(Entrant.of(megabytes + " MB", "submit-ours", workspace, service, SMALL_HEAP));
        }
        Results results = growth("Growth in bytes: submissions of text with " + SMALL_HEAP, sizes, 2);
        report.add(Goal.atMost(
                "heap growth of a submission, 100 MB", 40, results.of("100 MB").heapBytes() / 1e6, " MB"));
        report.add(Goal.atMost(
                "heap growth of a submission, 10 GB with " + SMALL_HEAP,
                40,
                results.of("10000 MB").heapBytes() / 1e6,
                " MB"));
        report.add(Goal.atMost(
                "growth in bytes: time a byte, 10 GB against 100 MB",
                1.2,
                results.of("10000 MB").seconds() / results.of("100 MB").seconds() / 100,
                "x"));
        workspaces.remove(sizes.get(3).workspace());
    }

    /** Growth in files of 1 kB, in a JVM that may have 64 MB. */
    private void files(String service) throws IOException {
        List<Entrant> numbers = new ArrayList<>();
        for (int files : new int[] {1_000, 10_000, 100_000, 1_000_000}) {
            Path workspace = workspaces.sources(files, files * 1_000L);
            numbers.add(Entrant.of(files + " files", "submit-ours", workspace, service, SMALL_HEAP));
        }
        Results results = growth("Growth in files: submissions with " + SMALL_HEAP, numbers, 3);
        Figures some = results.of("10000 files");
        Figures most = results.of("1000000 files");
        report.add(Goal.atMost(
                "growth in files: time a file, 1,000,000 against 10,000",
                1.2,
                most.seconds() / some.seconds() / 100,
                "x"));
        report.add(Goal.atMost(
                "heap that a name costs, from 10,000 to 1,000,000 files",
                40,
                Math.max(0, most.heapBytes() - some.heapBytes()) / 990_000.0,
                " bytes"));
        workspaces.remove(numbers.get(3).workspace());
    }

    /**
     * The first ones in turns, warmed up; the others, which take minutes, once, their workspace read before: their heap is
     * watched more seldom, so that the time of that run can count.
     */
    private Results growth(String title, List<Entrant> entrants, int brief) throws IOException {
        Map<String, Figures> all = new LinkedHashMap<>();
        all.putAll(new Contest(temporary, 3, 5)
                .hold(title, entrants.subList(0, brief))
                .medians());
        for (Entrant entrant : entrants.subList(brief, entrants.size())) {
            Workspaces.warm(entrant.workspace());
            all.putAll(Contest.once(temporary)
                    .hold(title, List.of(entrant.with("-Dbench.watch=1000")))
                    .medians());
        }
        return report.add(new Results(title, all));
    }

    private void processors(Path small) throws IOException {
        if (!CommandContender.installed("taskset") || Machine.processors() < 2) {
            report.add("Processors: not measured, for want of `taskset` or of a second one.\n");
            return;
        }
        List<Entrant> entrants = new ArrayList<>();
        for (int number = 1; number <= Machine.processors() && number <= 4; number *= 2) {
            entrants.add(Entrant.of(number + " of them", "archive-ours", small).onProcessors(number));
        }
        report.add(new Contest(temporary, 3, 5).hold("Archive by processors, " + SMALL, entrants));
    }

    private void choices(Path small) throws IOException {
        List<Entrant> levels = new ArrayList<>();
        for (int level = 1; level <= 9; level++) {
            levels.add(Entrant.of("level " + level, "archive-ours", small, "-Dbench.level=" + level));
        }
        Contest contest = new Contest(temporary, 2, 5).withoutHeap();
        report.add(contest.hold("Archive by level, " + SMALL, levels));
        List<Entrant> threads = new ArrayList<>();
        for (int number : new int[] {1, 2, 3, 4, 8}) {
            threads.add(Entrant.of(number + " threads", "archive-ours", small, "-Dbench.threads=" + number));
        }
        report.add(contest.hold("Archive by threads, " + SMALL, threads));
    }
}
