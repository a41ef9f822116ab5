package io.jenkins.plugins.sastscan.client;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.LongConsumer;
import org.apache.commons.codec.digest.DigestUtils;

/** The machine that sends the archive of an upload. */
public enum SentFrom {
    CONTROLLER,
    /** An agent that runs in this process. Everything that it receives and returns is serialized. */
    AGENT,
    /** The controller, which reads the archive from an agent. The agent's threads run in this process. */
    PIECES;

    /** Uploads the file with its current size and digest. */
    public void upload(SastClient service, Path archive) throws IOException, InterruptedException {
        upload(service, Fixture.PROJECT, checked(archive), bytes -> {});
    }

    public void upload(SastClient service, ProjectId project, Upload.Archive archive, LongConsumer progress)
            throws IOException, InterruptedException {
        if (this == AGENT) {
            Upload.Sender agent = (upload, left, controller) -> serialized(serialized(upload)
                    .send(
                            new Deadline(Deadline.Clock.REAL, left),
                            result -> controller.isRetried(serialized(result)),
                            progress));
            service.uploadFrom(agent, project, archive);
        } else {
            service.upload(project, archive, this == PIECES ? () -> new Pieces(archive) : archive, progress);
        }
    }

    public static Upload.Archive checked(Path archive) throws IOException {
        byte[] bytes = Files.readAllBytes(archive);
        long encodedSize = UploadEncoding.encodedLength(bytes, 0, bytes.length);
        return new Upload.Archive(archive.toString(), bytes.length, encodedSize, DigestUtils.sha256Hex(bytes));
    }

    @SuppressWarnings("unchecked")
    public static <T> T serialized(T value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(value);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return (T) in.readObject();
            }
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    /** An archive whose pieces come from threads of this process, not from an agent. */
    private static final class Pieces extends PieceStream {
        private final Upload.Archive archive;

        private Pieces(Upload.Archive archive) {
            super(archive, Duration.ofMinutes(1));
            this.archive = archive;
        }

        @Override
        protected Future<byte[]> request(long offset, int length) {
            FutureTask<byte[]> piece = new FutureTask<>(() -> serialized(archive.piece(offset, length)));
            new Thread(piece, "agent").start();
            return piece;
        }

        @Override
        protected IOException failure(Exception e) {
            return ServiceException.ofSender("The agent failed.", new IOException(e));
        }
    }
}
