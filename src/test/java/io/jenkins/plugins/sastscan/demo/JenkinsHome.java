package io.jenkins.plugins.sastscan.demo;

import io.jenkins.plugins.sastscan.simulator.Simulator;
import io.jenkins.plugins.sastscan.submission.SshKeys;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The home folder of the demo's Jenkins: its plugins and its configuration as code. */
record JenkinsHome(Path path) {
    static final String USER = "demo";
    /** The projects that the sample jobs submit to. */
    static final long FIRST_PROJECT = 101;

    static final long LAST_PROJECT = 105;

    private static final String PLUGIN = "sast-scan";

    Path configuration() {
        return path.resolve("jenkins.yaml");
    }

    Path secrets() {
        return path.resolve("demo.properties");
    }

    private Path jobs() {
        return path.resolve("jobs.groovy");
    }

    /**
     * Brings the plugins.
     *
     * @param target the folder of the official build, which has the plugin and the plugins of its tests
     */
    void install(Path target) throws IOException {
        Path plugins = Files.createDirectories(path.resolve("plugins"));
        Files.copy(target.resolve(PLUGIN + ".hpi"), plugins.resolve(PLUGIN + ".jpi"));
        try (DirectoryStream<Path> others =
                Files.newDirectoryStream(target.resolve("test-classes/test-dependencies"), "*.hpi")) {
            for (Path other : others) {
                Files.copy(other, plugins.resolve(other.getFileName().toString().replace(".hpi", ".jpi")));
            }
        }
    }

    /** Writes the configuration, and what its variables stand for into a file of its own. */
    void configure(Map<String, String> values) throws IOException {
        Files.createDirectories(path);
        copy("jenkins.yaml", configuration());
        copy("jobs.groovy", jobs());
        Properties secrets = new Properties();
        secrets.putAll(values);
        try (Writer out = Files.newBufferedWriter(secrets())) {
            secrets.store(out, null);
        }
    }

    /**
     * What the variables of the configuration stand for.
     *
     * @param address of Jenkins, with a slash at its end
     * @param sources a directory that the sample jobs submit
     */
    Map<String, String> values(Simulator simulator, URI address, String password, Path sources) {
        Map<String, String> values = new TreeMap<>();
        values.put("DEMO_URL", address.toString());
        values.put("DEMO_USER", USER);
        values.put("DEMO_PASSWORD", password);
        values.put("DEMO_SOURCES", sources.toAbsolutePath().normalize().toString());
        values.put("DEMO_JOBS", jobs().toString());
        values.put("SAST_URL", simulator.baseUrl().toString());
        values.put("SAST_TOKEN", simulator.accessToken());
        values.put("GIT_PASSWORD", "correct horse battery staple");
        values.put("GIT_SSH_KEY", SshKeys.pem());
        return values;
    }

    private static void copy(String resource, Path file) throws IOException {
        try (InputStream in = JenkinsHome.class.getResourceAsStream(resource)) {
            Files.copy(in, file);
        }
    }
}
