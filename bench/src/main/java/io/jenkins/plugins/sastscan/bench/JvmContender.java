package io.jenkins.plugins.sastscan.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link Worker} in a JVM of its own, as this process sees it. */
final class JvmContender implements Contender {
    private final Process process;
    private final BufferedReader answers;
    private final Writer orders;

    /** @param temporary where it gets a folder of its own for temporary files */
    JvmContender(Entrant entrant, Path temporary) throws IOException {
        Path folder = Files.createTempDirectory(temporary, "worker-");
        List<String> command = new ArrayList<>(entrant.before());
        command.addAll(Machine.java());
        command.addAll(entrant.options());
        command.add("-Djava.io.tmpdir=" + folder);
        command.addAll(List.of(
                Worker.class.getName(), entrant.task(), entrant.workspace().toString(), folder.toString()));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        answers = process.inputReader(StandardCharsets.US_ASCII);
        orders = process.outputWriter(StandardCharsets.US_ASCII);
    }

    @Override
    public Figures run() throws IOException {
        return ordered("run");
    }

    @Override
    public Figures runWatched() throws IOException {
        return ordered("watch");
    }

    private Figures ordered(String order) throws IOException {
        orders.write(order + "\n");
        orders.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("A process that was measured has failed; what it said stands above.");
        }
        return Figures.parse(answer);
    }

    @Override
    public void close() throws IOException {
        try {
            orders.close();
        } finally {
            process.destroy();
        }
    }
}
