package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.http.JdkExchange;
import io.jenkins.plugins.sastscan.text.IoReason;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * An upload by the machine that has the file. It contains the access token and no other secret. Its code needs only the
 * JDK.
 *
 * @param headers all headers except {@code Authorization} and those of the body
 * @param proxy not resolved; null for a direct connection
 */
public record Upload(
        String url,
        Map<String, String> headers,
        AccessToken token,
        Archive archive,
        UploadEncoding encoding,
        InetSocketAddress proxy,
        Timeouts timeouts,
        TrustedCertificates certificates)
        implements Serializable {
    /**
     * Sends the request from this machine.
     *
     * @param deadline when the attempt ends
     * @param progress receives the number of archive bytes sent so far; must be fast
     * @return the result, for {@link Sender#send}
     * @throws InterruptedException if the thread is interrupted; thrown only after the attempt has ended
     */
    public Serializable send(Deadline deadline, LongConsumer progress) throws InterruptedException {
        return new JdkExchange(this, deadline).run(progress);
    }

    /** How an archive is sent: by this machine or by another. */
    public sealed interface Transport permits Content, Sender {}

    /**
     * Lets this machine send an archive.
     *
     * @param file opens the archive: {@code archive::open}, or what reads it from another machine
     * @param progress receives the number of archive bytes that the current attempt has sent; called often, so it must
     *     be fast
     */
    public record Content(FileRead<InputStream> file, LongConsumer progress) implements Transport {}

    public non-sealed interface Sender extends Transport {
        /**
         * Calls {@link Upload#send} on the machine that has the file. Called once for each attempt.
         *
         * @param timeLeft after which the attempt ends
         * @throws ServiceException if the machine cannot make the attempt; no retry follows
         */
        Serializable send(Upload upload, Duration timeLeft) throws ServiceException, InterruptedException;

        /** Called when the machine could not connect. If the result is true, the upload ends without a retry. */
        default boolean gaveUp() throws InterruptedException {
            return false;
        }
    }

    /**
     * A checked archive. The upload fails if the content is no longer the same.
     *
     * @param file the path on the machine that has the archive
     * @param encodedSize the size after percent-encoding, in bytes; ignored for other encodings
     * @param sha256 in lower-case hexadecimal
     */
    public record Archive(String file, long size, long encodedSize, String sha256) implements Serializable {
        public InputStream open() throws IOException {
            return read(() -> Files.newInputStream(Path.of(file)));
        }

        /** Opens the file, and reads a piece of it. The piece is shorter if the file ends there. */
        public byte[] piece(long offset, int length) throws IOException {
            return read(() -> {
                try (SeekableByteChannel in = Files.newByteChannel(Path.of(file))) {
                    return Channels.newInputStream(in.position(offset)).readNBytes(length);
                }
            });
        }

        /** Reports a failed read as a problem with the file, not with the connection. */
        public <T> T read(FileRead<T> reading) throws IOException {
            try {
                return reading.read();
            } catch (ServiceException | FileException e) {
                throw e;
            } catch (IOException e) {
                throw failure("cannot be read (" + IoReason.of(e) + ")");
            }
        }

        public FileException changed() {
            return failure("changed after it was checked");
        }

        private FileException failure(String why) {
            return new FileException("the file " + PlainText.oneLine(file) + " " + why);
        }
    }

    /** Opens or reads the file of an archive, on the controller or on an agent. */
    @FunctionalInterface
    public interface FileRead<T> {
        /**
         * Reading a stream that is returned can fail with the same exceptions.
         *
         * @throws FileException if the file cannot be read, or has changed since it was checked
         * @throws ServiceException if the machine that has the file sends no data; no retry follows
         */
        T read() throws IOException;
    }

    /** The message is a clause, such as {@code the file /tmp/source.zip changed after it was checked}. */
    public static final class FileException extends IOException {
        private static final long serialVersionUID = 1;

        private FileException(String message) {
            super(message);
        }
    }
}
