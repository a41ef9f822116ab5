package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.submission.BodyMeter;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An agent needs the JDK and the plugin's own classes, since each library would have to come to it first. */
@Timeout(120)
class AgentNeedsTest {
    @RegisterExtension
    final Fixture fixture = new Fixture();

    @TempDir
    Path directory;

    @Test
    void archives_and_uploads_without_any_library() throws Exception {
        Path workspace = Files.createDirectory(directory.resolve("workspace"));
        Files.writeString(workspace.resolve("App.java"), "class App {}");
        PreparedArchive archive = agent("archive", workspace);
        fixture.service()
                .upload(
                        Fixture.PROJECT,
                        archive.file(),
                        archive.facts().archiveBytes(),
                        archive.facts().bodyBytes(),
                        attempt -> agent("send", attempt));
        assertThat(fixture.project().uploads()).isEqualTo(1);
    }

    /** What a JVM with the plugin's classes alone makes of a value. */
    @SuppressWarnings("unchecked")
    private <T> T agent(String work, Object value) throws IOException, InterruptedException {
        Path given = directory.resolve("given");
        Path made = directory.resolve("made");
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(given))) {
            out.writeObject(value instanceof Path path ? path.toString() : value);
        }
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        folder(UploadAttempt.class) + System.getProperty("path.separator") + folder(Agent.class),
                        Agent.class.getName(),
                        work,
                        given.toString(),
                        made.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
        try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(made))) {
            return (T) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static String folder(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .toString();
    }

    /** The program of that JVM. */
    static final class Agent {
        public static void main(String... arguments) throws Exception {
            Object given;
            try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(Path.of(arguments[1])))) {
                given = in.readObject();
            }
            Object made = arguments[0].equals("send")
                    ? ((UploadAttempt) given).send(ByteProgress.NONE)
                    : archive(Path.of((String) given));
            try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(Path.of(arguments[2])))) {
                out.writeObject(made);
            }
        }

        private static PreparedArchive archive(Path workspace) throws IOException, InterruptedException {
            SizeLimit limit = BodyMeter.limit(1_000_000, UploadEncoding.FORM);
            Selection selection = new Selection(List.of("**/*.java", "a?c*"), List.of("*.x"), true, false);
            return new LocalArchiver(
                            workspace, new TemporaryFiles(workspace + "-temporary", "sast-scan", "agent", "1"), limit)
                    .archive(new Source.Files("", selection), bytes -> {});
        }
    }
}
