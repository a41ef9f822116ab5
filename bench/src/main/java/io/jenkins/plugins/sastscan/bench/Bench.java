package io.jenkins.plugins.sastscan.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.FileUtils;

/** Runs the benchmark. Arguments: project folder, workspaces folder, then the arguments of {@code bin/bench}. */
public final class Bench {
    private Bench() {}

    public static void main(String... arguments) throws Exception {
        Path project = Path.of(arguments[0]);
        Path folder = Path.of(arguments[1]).toAbsolutePath();
        String kind = arguments.length > 2 ? arguments[2] : "--quick";
        if (arguments.length > 3 || !List.of("--quick", "--cold", "--long").contains(kind)) {
            System.err.println("bin/bench: invalid arguments; see bin/bench --help.");
            System.exit(2);
        }
        Files.createDirectories(folder);
        Path temporary = Files.createTempDirectory(folder, "temporary-");
        Report report = new Report(kind);
        try {
            measure(kind, project, new Workspaces(folder), temporary, report);
        } catch (Exception e) {
            System.err.println("bin/bench: failed. The figures so far are below.");
            System.out.println(report.text());
            throw e;
        } finally {
            FileUtils.deleteDirectory(temporary.toFile());
        }
        System.out.println(report.text());
        if (kind.equals("--long")) {
            Path page = project.resolve("bench/figures.md");
            report.writeTo(page);
            System.err.println("Written to " + page);
        }
        System.exit(0);
    }

    private static void measure(String kind, Path project, Workspaces workspaces, Path temporary, Report report)
            throws Exception {
        Runs runs = new Runs(workspaces, temporary, report);
        if (kind.equals("--quick")) {
            runs.quick();
            return;
        }
        try (Service sink = Service.sink()) {
            if (kind.equals("--long")) {
                runs.everything(sink);
            }
            String maven = System.getProperty("bench.maven", "");
            if (maven.isEmpty()) {
                report.add("Jenkins: not measured, because the official build cannot run here.");
                return;
            }
            OfficialBuild build = new OfficialBuild(project, maven);
            ColdAgents.measure(build, Files.createTempDirectory(temporary, "cold-"), sink.url(), report);
        }
    }
}
