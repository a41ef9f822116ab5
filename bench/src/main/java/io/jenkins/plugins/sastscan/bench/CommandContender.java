package io.jenkins.plugins.sastscan.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command line program that zips the workspace, in which it runs; {@code $0} is the zip. */
final class CommandContender implements Contender {
    private static final Pattern TIME = Pattern.compile("(\\d+)m([0-9.]+)s");

    private final String command;
    private final Path workspace;
    private final Path temporary;

    CommandContender(String command, Path workspace, Path temporary) {
        this.command = command;
        this.workspace = workspace;
        this.temporary = temporary;
    }

    static boolean installed(String program) {
        for (String folder : System.getenv("PATH").split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public Figures run() throws IOException {
        Path target = temporary.resolve(UUID.randomUUID() + ".zip");
        long begun = System.nanoTime();
        Process process = new ProcessBuilder(List.of("sh", "-c", command + " >/dev/null && times", target.toString()))
                .directory(workspace.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String times = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        double seconds = (System.nanoTime() - begun) / 1e9;
        return new Figures(seconds, cpuSeconds(times), 0, 0, 0, OtherWays.sizeOfDeleted(target));
    }

    @Override
    public Figures runWatched() throws IOException {
        try (Watch disk = Watch.disk(temporary)) {
            return run().watched(0, disk.growth());
        }
    }

    @Override
    public void close() {
        // Nothing is kept between runs.
    }

    /** Of the shell and its children, user and system. */
    private static double cpuSeconds(String times) {
        double sum = 0;
        Matcher time = TIME.matcher(times);
        while (time.find()) {
            sum += 60 * Integer.parseInt(time.group(1)) + Double.parseDouble(time.group(2));
        }
        return sum;
    }
}
