package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.http.AttemptFailure.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptFailure.Phase;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * An upload attempt over a socket. The HTTP client of the JDK is not used, because it takes much longer to start, and
 * does not report how far an attempt got. The socket belongs to a {@link SocketChannel}, so an interrupt closes the
 * socket. Sockets have no write timeout, so a second thread closes the socket when a time limit is exceeded.
 */
final class SocketExchange {
    private static final int BUFFER = 64 * 1024;
    private static final long NOT_WRITING = Long.MIN_VALUE;

    private final SocketAttempt attempt;
    private final SocketAttempt.Route route;
    private final LongConsumer progress;
    private volatile Phase phase = Phase.START;
    private volatile long writingSince = NOT_WRITING;
    private volatile AttemptFailure overdue;

    SocketExchange(SocketAttempt attempt, LongConsumer progress) {
        this.attempt = attempt;
        this.route = attempt.route();
        this.progress = progress;
    }

    UploadAttempt.Result run() throws InterruptedException {
        UploadAttempt.Result result = result();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return overdue != null ? overdue : result;
    }

    private UploadAttempt.Result result() {
        try (SocketChannel channel = SocketChannel.open()) {
            Thread watch = new Thread(() -> watch(channel), "sast-scan-upload");
            watch.setDaemon(true);
            watch.start();
            // The file is opened before the socket connects, so that nothing is sent if it cannot be opened.
            try (InputStream file = attempt.body().archive().open()) {
                return exchange(connected(channel.socket()), file);
            } finally {
                watch.interrupt();
            }
        } catch (IOException e) {
            return AttemptFailure.of(e, phase);
        }
    }

    /** Ends the attempt when the time limit or the write timeout is exceeded. */
    private void watch(SocketChannel channel) {
        long end = System.nanoTime() + attempt.timeLeft().toNanos();
        long writeTimeout = route.timeouts().write().toNanos();
        try (channel) {
            while (overdue == null) {
                long now = System.nanoTime();
                long since = writingSince;
                long writeLeft = since == NOT_WRITING ? writeTimeout : writeTimeout - (now - since);
                if (end - now <= 0) {
                    overdue = new AttemptFailure(phase, Kind.TIME_LIMIT, "");
                } else if (writeLeft <= 0) {
                    overdue = new AttemptFailure(Phase.SEND, Kind.TIMEOUT, "");
                } else {
                    TimeUnit.NANOSECONDS.sleep(Math.min(end - now, writeLeft));
                }
            }
        } catch (InterruptedException | IOException e) {
            // The attempt has ended.
        }
    }

    private Socket connected(Socket socket) throws IOException {
        phase = Phase.CONNECT;
        InetAddress[] addresses = InetAddress.getAllByName(route.isProxied() ? route.proxyHost() : route.host());
        InetAddress address = addresses[attempt.number() % addresses.length];
        socket.connect(
                new InetSocketAddress(address, route.isProxied() ? route.proxyPort() : route.port()),
                millis(route.timeouts().connect()));
        socket.setSoTimeout(millis(route.timeouts().read()));
        if (!route.tls()) {
            return socket;
        }
        if (route.isProxied()) {
            openTunnel(socket);
        }
        phase = Phase.TLS;
        return tls(socket);
    }

    private void openTunnel(Socket socket) throws IOException {
        String target = route.hostInUrl() + ":" + route.port();
        socket.getOutputStream()
                .write(FileBody.ascii("CONNECT " + target + " HTTP/1.1\r\nHost: " + target
                        + "\r\nProxy-Connection: Keep-Alive\r\n\r\n"));
        try (SocketResponse response = new SocketResponse(socket)) {
            if (response.status() != 200) {
                throw new IOException("Unexpected response code for CONNECT: " + response.status());
            }
        }
    }

    /**
     * Starts TLS, and checks the certificate and the host name. Uses the trust store of Java, even if the default TLS
     * context of the JVM was changed.
     */
    private Socket tls(Socket socket) throws IOException {
        SSLSocket tls;
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
            tls = (SSLSocket) context.getSocketFactory().createSocket(socket, route.host(), route.port(), true);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        return tls;
    }

    private ServiceResponse exchange(Socket connected, InputStream file) throws IOException {
        phase = Phase.SEND;
        IOException failure = send(connected, file);
        if (failure == null) {
            phase = Phase.WAIT;
        }
        try (SocketResponse response = new SocketResponse(connected)) {
            // If a response arrives before the whole archive was sent, only an error response counts.
            if (failure != null && response.status() >= 200 && response.status() < 300) {
                throw failure;
            }
            phase = Phase.RESPONSE;
            return response.read(route.isProxied());
        } catch (IOException e) {
            // If sending failed and no response arrives, this throws the exception from sending.
            throw failure == null || phase == Phase.RESPONSE ? e : failure;
        }
    }

    /** Returns a connection failure instead of throwing it, because the server may already have sent a response. */
    private IOException send(Socket connected, InputStream file) throws UploadAttempt.FileException {
        try {
            OutputStream out = new BufferedOutputStream(new Watched(connected.getOutputStream()), BUFFER);
            out.write(attempt.wholeHead());
            attempt.body().write(file, out, progress);
            out.flush();
            return null;
        } catch (UploadAttempt.FileException e) {
            throw e;
        } catch (IOException e) {
            return e;
        }
    }

    private static int millis(Duration duration) {
        return (int) Math.max(1, duration.toMillis());
    }

    /** Records when each write starts, for the write timeout. */
    private final class Watched extends FilterOutputStream {
        Watched(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int done = 0; done < length; done += BUFFER) {
                writingSince = System.nanoTime();
                try {
                    out.write(bytes, offset + done, Math.min(BUFFER, length - done));
                } finally {
                    writingSince = NOT_WRITING;
                }
            }
        }
    }
}
