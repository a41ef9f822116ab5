package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.FilePath;
import hudson.Functions;
import hudson.model.TaskListener;
import hudson.remoting.Channel;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Contents;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.SkippedFiles;
import io.jenkins.plugins.sastscan.config.ServerConnection;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jenkins.MasterToSlaveFileCallable;
import jenkins.security.MasterToSlaveCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.JenkinsRule;

/** What an agent answers is bounded on the controller, whatever runs on the agent. */
@WithSast
class UntrustedAgentJenkinsTest {
    private static final String DIGEST = "0".repeat(64);

    private static JenkinsRule jenkins;
    private static FilePath root;
    private SastJenkins sast;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        root = rule.createOnlineSlave().getRootPath();
    }

    /** The agent has a file of 1,000 bytes, whatever it told. */
    @ParameterizedTest
    @CsvSource({"999, 100000", "1001, 100000", "1000, 999", "9223372036854775807, 999"})
    void a_file_of_another_size_than_told_of_is_not_taken_to_the_server(long told, long mostBytes) throws Exception {
        assertThatThrownBy(() -> upload(told, mostBytes, directory))
                .isInstanceOf(ArchiveException.class)
                .hasMessageContaining("does not have the expected size of " + told + " bytes");
        assertThat(copies()).isEmpty();
        assertThat(sast.simulator().requests()).isEmpty();
    }

    private void upload(long told, long mostBytes, Path folder) throws Exception {
        FilePath file = root.child("archive.zip");
        file.write("x".repeat(1_000), "UTF-8");
        Contents contents = new Contents(1, 1, List.of(), List.of(), 0);
        PreparedArchive archive = new PreparedArchive(
                file.getRemote(),
                new ArchiveFacts(contents, told, told, DIGEST, DIGEST, SkippedFiles.nothing()),
                false);
        try (ServerConnection connection = new ServerConnection(sast.server(SastJenkins.SERVER), null)) {
            new ControllerUploader(root, connection.service(), mostBytes, folder)
                    .upload(new ProjectId(42), archive, (sent, total) -> {});
        }
    }

    @Test
    void a_controller_without_a_folder_for_copies_says_so() throws Exception {
        Path gone = directory.resolve("gone");
        assertThatThrownBy(() -> upload(1_000, 100_000, gone))
                .isInstanceOf(ArchiveException.class)
                .hasMessage("The controller cannot store a copy of the archive in " + gone
                        + " (it does not exist). Check the free disk space there, or upload from agents.");
        assertThat(sast.simulator().requests()).isEmpty();
    }

    @Test
    void work_for_agents_is_refused_by_the_controller(@TempDir Path temporary) throws Exception {
        FilePath target = new FilePath(directory.toFile());
        AgentArchiver.ArchiveCallable archiving = new AgentArchiver.ArchiveCallable(
                new Source.Files("", new Selection(List.of(), List.of(), true, true)),
                new TemporaryFiles(temporary.toString(), "sast-scan", "owner", "name"),
                SizeLimit.none(),
                new BuildLog.OnController(TaskListener.NULL, ""));
        Files.writeString(directory.resolve("secret"), "of the controller");
        for (boolean named : new boolean[] {false, true}) {
            assertThat(root.getChannel().call(new SendBack(directory.toString(), archiving, named)))
                    .contains("SecurityException");
        }
        assertThat(copies()).containsExactly(directory.resolve("secret"));
        // The same work, from the controller, is done: it is the way that was refused.
        assertThat(target.act(archiving).facts().files()).isEqualTo(1);
    }

    /** On an agent: has the controller do something, as the controller has agents do things. */
    private static final class SendBack extends MasterToSlaveCallable<String, RuntimeException> {
        private static final long serialVersionUID = 1;

        private final String directory;
        private final MasterToSlaveFileCallable<?> work;
        private final boolean named;

        SendBack(String directory, MasterToSlaveFileCallable<?> work, boolean named) {
            this.directory = directory;
            this.work = work;
            this.named = named;
        }

        @Override
        public String call() {
            FilePath ofController = new FilePath(Channel.currentOrFail(), directory);
            try {
                return String.valueOf(named ? AgentWork.act(ofController, work) : ofController.act(work));
            } catch (IOException | InterruptedException | RuntimeException e) {
                return Functions.printThrowable(e);
            }
        }
    }

    private List<Path> copies() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void a_failure_without_an_end_has_one() {
        IOException failure = new IOException("one\u001b[8mha:\n");
        failure.initCause(new IOException("two", new IOException("three", failure)));

        assertThat(Failures.unwrapped(failure)).isSameAs(failure);
        assertThat(Failures.abort(failure, "")).hasMessage("SAST: IOException: one\\u001b[8mha:\\u000a");
    }

    @Test
    void impossible_numbers_of_a_listing_are_refused() {
        assertThatThrownBy(() -> new AgentArchiver.Listed(-1, 0, SkippedFiles.nothing()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AgentArchiver.Listed(0, -1, SkippedFiles.nothing()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
