package io.jenkins.plugins.sastscan.bench;

import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/** Measures individual functions of the plugin with JMH, in one thread of a separate JVM. */
final class InnerParts {
    private InnerParts() {}

    static void measure(Report report) throws RunnerException {
        System.err.println("Measuring: inner parts");
        StringBuilder table = new StringBuilder(
                "### Inner parts\n\n| part | runs per second (median) | lowest | highest |\n|---|---:|---:|---:|\n");
        for (RunResult result : new Runner(new OptionsBuilder()
                        .include("sastscan")
                        .forks(1)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(5)
                        .measurementTime(TimeValue.seconds(1))
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run()) {
            String part = result.getPrimaryResult().getLabel();
            Statistics runs = result.getPrimaryResult().getStatistics();
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.0f | %.0f |%n",
                    part,
                    runs.getPercentile(50),
                    runs.getMin(),
                    runs.getMax()));
            if (part.equals("encode")) {
                double gigabytes = runs.getPercentile(50) * EncodingBenchmark.BYTES / 1e9;
                report.atLeast("percent-encoding on one processor", 1, gigabytes, " GB/s of input");
            }
        }
        report.add(table.toString());
    }
}
