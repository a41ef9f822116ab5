package io.jenkins.plugins.sastscan.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.FileUtils;

/** Runs the benchmark. Arguments: project folder, workspaces folder, then the arguments of {@code bin/bench}. */
public final class Bench {
    private Bench() {}

    public static void main(String... arguments) throws Exception {
        Path project = Path.of(arguments[0]);
        Path folder = Path.of(arguments[1]).toAbsolutePath();
        List<String> given = new ArrayList<>(List.of(arguments).subList(2, arguments.length));
        String kind = !given.isEmpty() && given.get(0).startsWith("-") ? given.remove(0) : "--quick";
        boolean known = List.of("--quick", "--cold", "--long").contains(kind);
        if (!known || given.size() > (kind.equals("--quick") ? 1 : 0)) {
            System.err.println("bin/bench: invalid arguments; see bin/bench --help.");
            System.exit(2);
        }
        Files.createDirectories(folder);
        Path temporary = Files.createTempDirectory(folder, "temporary-");
        Report report = new Report(kind);
        try {
            measure(kind, given, project, new Workspaces(folder), temporary, report);
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
            Files.writeString(page, report.page());
            System.err.println("Written to " + page);
        }
        System.exit(0);
    }

    private static void measure(
            String kind, List<String> given, Path project, Workspaces workspaces, Path temporary, Report report)
            throws Exception {
        Runs runs = new Runs(workspaces, temporary, report);
        if (kind.equals("--quick")) {
            runs.quick(
                    given.isEmpty() ? workspaces.small() : Path.of(given.get(0)).toRealPath());
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
