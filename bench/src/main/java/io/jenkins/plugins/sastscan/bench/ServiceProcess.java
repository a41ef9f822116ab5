package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A {@link Service} as this process sees it. */
final class ServiceProcess implements AutoCloseable {
    private final Process process;
    private final String url;

    ServiceProcess(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(Machine.java());
        command.add(Service.class.getName());
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        url = process.inputReader(StandardCharsets.US_ASCII).readLine();
        if (url == null) {
            throw new IOException("The service of the benchmark did not start; what it said stands above.");
        }
    }

    /** The option that tells a contender's JVM where the service is. */
    String option() {
        return "-Dbench.url=" + url;
    }

    @Override
    public void close() throws IOException {
        process.outputWriter().close();
        process.destroy();
    }
}
