package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.slaves.WorkspaceList;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.submission.WorkLock;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The files of a submission on the machine of its workspace.
 *
 * @param owner identifies the build; a workspace belongs to one build at a time
 * @param name identifies the submission in the build, also after a restart of Jenkins
 */
record AgentFiles(String folder, String owner, String name) implements Serializable {
    private static final long serialVersionUID = 1;

    static AgentFiles of(BuildContext build, FilePath workspace, String name) {
        FilePath temporary = WorkspaceList.tempDir(workspace);
        if (temporary == null) {
            throw new InvalidInputException(
                    "No temporary directory next to the workspace. Use a workspace that is not the root of a file system.");
        }
        UUID owner = UUID.nameUUIDFromBytes(build.run().getExternalizableId().getBytes(StandardCharsets.UTF_8));
        // A subdirectory, because other steps use the temporary directory, too, possibly as other users.
        return new AgentFiles(
                temporary.child("sast-scan").getRemote(), owner.toString().replace("-", ""), name);
    }

    TemporaryFiles temporary() {
        return TemporaryFiles.ofSubmissions(Path.of(folder), owner);
    }

    /** Takes the lock for work on the agent. */
    WorkLock lock(SubmissionLog log) throws InterruptedException {
        return WorkLock.take(
                temporary().lock(name), () -> log.line("Waiting until the work from before the restart has ended"));
    }
}
