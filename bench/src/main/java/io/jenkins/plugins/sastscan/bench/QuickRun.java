package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Many small source files, and the heap check. */
final class QuickRun {
    private static final long HEAP_CHECK_BYTES = 1_000_000_000L;

    private final Workspaces workspaces;
    private final Path temporary;
    private final Report report;

    QuickRun(Workspaces workspaces, Path temporary, Report report) {
        this.workspaces = workspaces;
        this.temporary = temporary;
        this.report = report;
    }

    void run(Path sources) throws Exception {
        Measurements measurements = new Measurements(temporary, report, new Contest(temporary, 3, 5));
        measurements.selection("small sources", sources);
        Measurements.selectionNotMeasured(report);
        // 7z takes four times as long as others, and these are minutes.
        measurements.archiveOfSources("small sources", sources, List.of("zip"));
        try (ServiceProcess sink = new ServiceProcess("sink")) {
            measurements.uploads("small sources", sources, sink.option());
            measurements.submission("small sources", sources, sink.option());
            heap(sources, sink.option());
        }
        InnerParts.encoder(report);
        InJenkins.notMeasured(report);
    }

    private void heap(Path sources, String service) throws IOException {
        Results results = report.add(Contest.once(temporary)
                .hold(
                        "Heap of a submission with -Xmx64m",
                        List.of(
                                Entrant.of("small sources", "submit-ours", sources, service, "-Xmx64m"),
                                Entrant.of(
                                        "1 GB of text",
                                        "submit-ours",
                                        workspaces.large(1, HEAP_CHECK_BYTES),
                                        service,
                                        "-Xmx64m"))));
        for (String label : results.medians().keySet()) {
            report.add(Goal.atMost(
                    "heap growth of a submission, " + label,
                    40,
                    results.of(label).heapBytes() / 1e6,
                    " MB"));
        }
    }
}
