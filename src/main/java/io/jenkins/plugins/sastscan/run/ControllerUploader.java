package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.remoting.RequestAbortedException;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Checksums;
import io.jenkins.plugins.sastscan.archive.PrivateFiles;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.submission.Uploader;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import jenkins.model.Jenkins;

/**
 * Uploads from the controller. Copies an archive of an agent to the controller first, because an upload may be retried.
 *
 * @param mostBytes maximum size of a copy
 * @param folder the directory for copies on the controller
 */
record ControllerUploader(FilePath workspace, SastService service, long mostBytes, Path folder) implements Uploader {
    /** Distinguishes copies of this process from those of a killed one. */
    private static final String PROCESS = UUID.randomUUID().toString().replace("-", "");

    @Override
    public void upload(ProjectId project, PreparedArchive archive, LongConsumer progress)
            throws IOException, InterruptedException {
        if (!workspace.isRemote()) {
            service.upload(project, archive.checked(), progress);
            return;
        }
        Path copy = nameOfCopy();
        try {
            fetch(archive, copy);
            service.upload(project, new PreparedArchive(copy.toString(), archive.facts(), true).checked(), progress);
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /** Names contain an ID of the controller, because other controllers may use the directory, too. */
    @SuppressWarnings("deprecation") // The key protects nothing here. The ID that core makes of it needs MD5.
    private Path nameOfCopy() throws ArchiveException {
        Jenkins jenkins = Jenkins.get();
        String controller = Checksums.shortDigest(jenkins.getSecretKey() + jenkins.getRootDir());
        TemporaryFiles files =
                new TemporaryFiles(folder.toString(), "sast-scan-" + controller, PROCESS + "." + UUID.randomUUID());
        try {
            files.delete(files.leftovers(files.found(), List.of(PROCESS)));
            return files.next();
        } catch (IOException e) {
            throw cannotStore(e);
        }
    }

    private void fetch(PreparedArchive archive, Path copy) throws IOException, InterruptedException {
        long expected = archive.facts().archiveBytes();
        Bounded out = new Bounded(create(copy), Math.min(expected, mostBytes));
        try (out) {
            workspace.child(archive.file()).copyTo(out);
        } catch (IOException | RequestAbortedException e) {
            if (out.failure == null && out.left >= 0) {
                throw Failures.unwrapped(e);
            }
        }
        // The agent may have sent everything before the write failed.
        if (out.failure != null) {
            throw cannotStore(out.failure);
        }
        if (out.left != 0 || expected > mostBytes) {
            throw new ArchiveException("The archive on the agent does not have the expected size of " + expected
                    + " bytes. Make sure that nothing else changes it during the build.");
        }
    }

    private OutputStream create(Path copy) throws ArchiveException {
        try {
            return Channels.newOutputStream(PrivateFiles.create(copy));
        } catch (IOException e) {
            throw cannotStore(e);
        }
    }

    private ArchiveException cannotStore(IOException failure) {
        return new ArchiveException("The controller cannot store a copy of the archive in " + folder + " ("
                + IoReason.of(failure) + "). Check the free disk space there, or upload from agents.");
    }

    /** Limits the number of bytes from an agent. */
    private static final class Bounded extends FilterOutputStream {
        private long left;
        private IOException failure;

        Bounded(OutputStream out, long most) {
            super(out);
            this.left = most;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            left -= length;
            if (left < 0) {
                throw new IOException("more bytes than expected");
            }
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }
}
