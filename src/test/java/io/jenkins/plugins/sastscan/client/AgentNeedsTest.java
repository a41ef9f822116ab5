package io.jenkins.plugins.sastscan.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.TemporaryFiles;
import io.jenkins.plugins.sastscan.report.ArchiveReport;
import java.io.File;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An agent needs only the JDK and the plugin's own classes, so Jenkins does not send other libraries to agents. */
@Timeout(120)
class AgentNeedsTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    @TempDir
    Path directory;

    @Test
    void an_agent_needs_no_libraries_to_archive_and_upload_a_workspace() throws Exception {
        Path workspace = Files.createDirectory(directory.resolve("workspace"));
        Files.writeString(workspace.resolve("App.java"), "class App {}");
        Upload.Archive archive = agent(workspace.toString());
        Upload.Sender agent = (upload, left) -> agent(upload);
        fixture.service().upload(Fixture.PROJECT, archive, agent);
        assertThat(fixture.project().uploads()).isEqualTo(1);
    }

    /**
     * Sends a serialized object, such as an upload attempt, to a JVM that has only the plugin's classes. Returns the
     * answer of {@link Agent}.
     */
    @SuppressWarnings("unchecked")
    private static <T> T agent(Object value) {
        ProcessBuilder java = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                folder(Upload.class) + File.pathSeparator + folder(Agent.class),
                Agent.class.getName());
        try {
            Process process =
                    java.redirectError(ProcessBuilder.Redirect.INHERIT).start();
            try (ObjectOutputStream out = new ObjectOutputStream(process.getOutputStream())) {
                out.writeObject(value);
            }
            try (ObjectInputStream in = new ObjectInputStream(process.getInputStream())) {
                return (T) in.readObject();
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static String folder(Class<?> type) {
        return Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }

    /** Archives the given workspace or makes the given upload attempt. */
    static final class Agent {
        public static void main(String... arguments) throws Exception {
            try (ObjectInputStream in = new ObjectInputStream(System.in);
                    ObjectOutputStream out = new ObjectOutputStream(System.out)) {
                Object given = in.readObject();
                out.writeObject(
                        given instanceof Upload upload
                                ? upload.send(new Deadline(Deadline.Clock.REAL, Duration.ofMinutes(1)), bytes -> {})
                                : archive(Path.of((String) given)));
            }
        }

        private static Upload.Archive archive(Path workspace) throws IOException, InterruptedException {
            SizeLimit limit = SizeLimit.ofBody(1_000_000, true);
            Selection selection = new Selection(List.of("**/*.java", "a?c*"), List.of("*.x"), true, false);
            Path archive = TemporaryFiles.create(Path.of(workspace + "-temporary"));
            ArchiveReport report =
                    new ArchiveReport(new DirectoryArchiver(limit, new Boundary(workspace.toString(), List.of(), "@"))
                            .archive(workspace, selection, archive, false, bytes -> {}));
            return new Upload.Archive(archive.toString(), report.archiveBytes, report.encodedBytes, report.sha256);
        }
    }
}
