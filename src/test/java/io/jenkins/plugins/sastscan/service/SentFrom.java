package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Which machine sends the archive of an upload. */
public enum SentFrom {
    CONTROLLER,
    /** In this very process, but all that goes to the agent and comes back is serialized in between. */
    AGENT;

    /** Each with each form of the service. */
    public static Stream<Arguments> withDialects() {
        return Stream.of(values())
                .flatMap(from -> Stream.of(Dialect.values()).map(dialect -> Arguments.of(from, dialect)));
    }

    /** Uploads from there. Whoever archived has told of the file what it is like now. */
    public void upload(SastService service, ProjectId project, Path archive, ByteProgress progress)
            throws IOException, InterruptedException {
        byte[] bytes = Files.isRegularFile(archive) ? Files.readAllBytes(archive) : new byte[0];
        String file = archive.toString();
        long encoded = FormEncoding.encodedLength(bytes, 0, bytes.length);
        if (this == CONTROLLER) {
            service.upload(project, file, bytes.length, encoded, progress);
        } else {
            UploadAttempt.Sender agent = attempt -> travelled(travelled(attempt).send(progress));
            service.upload(project, file, bytes.length, encoded, agent);
        }
    }

    @SuppressWarnings("unchecked")
    public static <T> T travelled(T value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
