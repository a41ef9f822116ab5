package io.jenkins.plugins.sastscan.bench;

import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** What JMH measures: one thread, in a JVM of its own. */
final class InnerParts {
    private InnerParts() {}

    static void encoder(Report report) throws RunnerException {
        for (RunResult result : run(EncoderBenchmark.class.getSimpleName(), report)) {
            double gigabytes = median(result) * EncoderBenchmark.BYTES / 1e9;
            if (result.getPrimaryResult().getLabel().equals("encode")) {
                report.add(Goal.atLeast("percent-encoding, one processor", 1, gigabytes, " GB/s of input"));
            }
        }
    }

    static void others(Report report) throws RunnerException {
        run("(Matcher|Hash|Compressibility)Benchmark", report);
    }

    private static Collection<RunResult> run(String benchmarks, Report report) throws RunnerException {
        System.err.println("Measuring: " + benchmarks);
        Options options = new OptionsBuilder()
                .include(benchmarks)
                .forks(1)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(5)
                .measurementTime(TimeValue.seconds(1))
                .verbosity(VerboseMode.SILENT)
                .build();
        Collection<RunResult> results = new Runner(options).run();
        StringBuilder table = new StringBuilder("### Inner parts: " + benchmarks
                + "\n\n| part | a second (median) | least | most |\n|---|---:|---:|---:|\n");
        for (RunResult result : results) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.0f | %.0f |%n",
                    result.getParams().getBenchmark().replaceAll(".*\\.(\\w+\\.\\w+)$", "$1"),
                    median(result),
                    result.getPrimaryResult().getStatistics().getMin(),
                    result.getPrimaryResult().getStatistics().getMax()));
        }
        report.add(table.toString());
        return results;
    }

    private static double median(RunResult result) {
        return result.getPrimaryResult().getStatistics().getPercentile(50);
    }
}
