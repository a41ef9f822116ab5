package io.jenkins.plugins.sastscan.run;

import hudson.FilePath;
import hudson.remoting.RequestAbortedException;
import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.PrivateFiles;
import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.SastService;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import io.jenkins.plugins.sastscan.submission.Uploader;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import jenkins.model.Jenkins;

/**
 * Uploads from the controller, for servers that agents cannot reach or reach only through a proxy that needs a user. The
 * archive is streamed to a file there first, since an upload may have to be repeated.
 */
final class ControllerUploader implements Uploader {
    /** Tells the copies of this process from those that a killed one left. */
    private static final String PROCESS = UUID.randomUUID().toString().replace("-", "");

    private final FilePath workspace;
    private final SastService service;
    private final long mostBytes;
    private final Path folder;

    /**
     * @param mostBytes more than this no agent may bring here
     * @param folder on the controller, for copies
     */
    ControllerUploader(FilePath workspace, SastService service, long mostBytes, Path folder) {
        this.workspace = workspace;
        this.service = service;
        this.mostBytes = mostBytes;
        this.folder = folder;
    }

    @Override
    public void upload(long projectId, PreparedArchive archive, ByteProgress progress)
            throws IOException, InterruptedException {
        if (!workspace.isRemote()) {
            upload(projectId, archive.file(), archive, progress);
            return;
        }
        Path copy = nameOfCopy();
        try {
            fetch(archive, copy);
            upload(projectId, copy.toString(), archive, progress);
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private void upload(long projectId, String file, PreparedArchive archive, ByteProgress progress)
            throws IOException, InterruptedException {
        ArchiveFacts facts = archive.facts();
        service.upload(projectId, file, facts.archiveBytes(), facts.bodyBytes(), progress);
    }

    /** Other controllers may use the folder at the same time: the names of their copies begin otherwise. */
    private Path nameOfCopy() throws ArchiveException {
        Jenkins jenkins = Jenkins.get();
        String controller = jenkins.getLegacyInstanceId() + jenkins.getRootDir();
        UUID id = UUID.nameUUIDFromBytes(controller.getBytes(StandardCharsets.UTF_8));
        try {
            return new TemporaryFiles(folder, "sast-scan-" + id, PROCESS).next();
        } catch (IOException e) {
            throw noRoom(e);
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
        // An agent that has sent all by then does not hear of it.
        if (out.failure != null) {
            throw noRoom(out.failure);
        }
        if (out.left != 0 || expected > mostBytes) {
            throw new ArchiveException("The archive that the agent has is not the one that it told of, which had "
                    + expected + " bytes; see that nothing in the build changes it meanwhile.");
        }
    }

    private OutputStream create(Path copy) throws ArchiveException {
        try {
            return Channels.newOutputStream(PrivateFiles.create(copy));
        } catch (IOException e) {
            throw noRoom(e);
        }
    }

    private ArchiveException noRoom(IOException failure) {
        return new ArchiveException("The controller cannot keep a copy of the archive in " + folder + " ("
                + IoReason.of(failure) + "); make room for it there, or have the agents upload.");
    }

    /** Takes so many bytes and no more, whatever an agent sends. */
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
                throw new IOException("more bytes than were told of");
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
