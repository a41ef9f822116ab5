package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.text.PercentEncoding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
    public void upload(SastClient client, Path archive) throws IOException, InterruptedException {
        upload(client, checked(archive), bytes -> {});
    }

    public void upload(SastClient client, Upload.Archive archive, LongConsumer progress)
            throws IOException, InterruptedException {
        if (this == AGENT) {
            Upload.Sender agent = (upload, left) ->
                    serialized(serialized(upload).send(new Deadline(Deadline.Clock.REAL, left), progress));
            client.upload(Fixture.PROJECT, archive, agent);
        } else {
            Upload.FileRead<InputStream> content = this == PIECES ? () -> new Pieces(archive) : archive::open;
            client.upload(Fixture.PROJECT, archive, new Upload.Content(content, progress));
        }
    }

    public static Upload.Archive checked(Path archive) throws IOException {
        byte[] bytes = Files.readAllBytes(archive);
        long encodedSize = PercentEncoding.encodedLength(bytes, 0, bytes.length);
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
    public static class Pieces extends PieceStream {
        public Pieces(Upload.Archive archive) {
            this(archive, Duration.ofMinutes(1));
        }

        Pieces(Upload.Archive archive, Duration limit) {
            super(archive, limit);
        }

        @Override
        protected Future<byte[]> request(long offset, int length) {
            FutureTask<byte[]> piece = new FutureTask<>(() -> serialized(archive.piece(offset, length)));
            new Thread(piece, "agent").start();
            return piece;
        }

        @Override
        protected IOException failure(Exception e) {
            return new ServiceException("The agent failed.", new IOException(e));
        }
    }
}
