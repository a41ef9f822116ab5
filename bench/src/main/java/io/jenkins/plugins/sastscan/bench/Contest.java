package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs each contender once per round, so that load from other programs slows all contenders about equally. The times
 * are medians. A final run of each contender measures heap and temporary files, and provides the result. If
 * {@code rounds} is 0, the times also come from the final run.
 *
 * @param temporary contains a temporary folder for each contender
 * @param warmUps unmeasured runs of each contender
 * @param rounds measured runs of each contender before the final run
 */
record Contest(Path temporary, int warmUps, int rounds) {
    /** @param task the name of a task, see {@link Ways#task} */
    record Entrant(String label, String task, Path workspace, String... options) {}

    Map<String, Figures> hold(String title, Entrant... entrants) throws IOException {
        System.err.println("Measuring: " + title);
        Map<Entrant, Contender> contenders = new LinkedHashMap<>();
        Map<Entrant, List<Figures>> runs = new LinkedHashMap<>();
        Map<String, Figures> medians = new LinkedHashMap<>();
        try {
            for (Entrant entrant : entrants) {
                contenders.put(entrant, new Contender(entrant, temporary));
                runs.put(entrant, new ArrayList<>());
            }
            for (int round = -warmUps; round < rounds; round++) {
                for (Entrant entrant : entrants) {
                    Figures run = contenders.get(entrant).run("run");
                    if (round >= 0) {
                        runs.get(entrant).add(run);
                    }
                }
            }
            for (Entrant entrant : entrants) {
                Figures watched = contenders.get(entrant).run("watch");
                medians.put(entrant.label(), rounds == 0 ? watched : Figures.median(runs.get(entrant), watched));
            }
        } finally {
            contenders.values().forEach(Contender::close);
        }
        return medians;
    }

    private static final class Contender implements AutoCloseable {
        private final Process process;

        private Contender(Entrant entrant, Path temporary) throws IOException {
            Path folder = Files.createTempDirectory(temporary, "worker-");
            List<String> command = java();
            command.addAll(List.of(entrant.options()));
            command.addAll(List.of(
                    "-Djava.io.tmpdir=" + folder,
                    Worker.class.getName(),
                    entrant.task(),
                    entrant.workspace().toString(),
                    folder.toString()));
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        }

        private Figures run(String order) throws IOException {
            process.outputWriter(StandardCharsets.US_ASCII)
                    .append(order)
                    .append('\n')
                    .flush();
            String answer = process.inputReader(StandardCharsets.US_ASCII).readLine();
            if (answer == null) {
                throw new IOException("A measured process failed; its output is above.");
            }
            return Figures.parse(answer);
        }

        @Override
        public void close() {
            process.destroy();
        }
    }

    static List<String> java() {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path")));
    }
}
