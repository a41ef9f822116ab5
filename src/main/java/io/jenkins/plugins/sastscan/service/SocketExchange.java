package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.AttemptFailure.Kind;
import io.jenkins.plugins.sastscan.service.AttemptFailure.Step;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * One attempt of an upload over a socket of its own, with the JDK alone: the JDK's own HTTP client takes many times as long
 * to start, and does not tell how far it came. An interrupt closes the socket, since it is that of a channel; a second
 * thread closes it when the time is over, since a socket has no timeout for writing.
 */
final class SocketExchange {
    private static final int BUFFER = 64 * 1024;
    private static final long NOT_WRITING = Long.MIN_VALUE;

    private final UploadAttempt attempt;
    private final ByteProgress progress;
    private final boolean proxied;
    private volatile Step step = Step.BEFORE;
    private volatile long writingSince = NOT_WRITING;
    private volatile AttemptFailure overdue;

    SocketExchange(UploadAttempt attempt, ByteProgress progress) {
        this.attempt = attempt;
        this.progress = progress;
        this.proxied = attempt.way().proxy() instanceof ProxySettings.Http;
    }

    AttemptResult run() throws InterruptedException {
        AttemptResult outcome = outcome();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return overdue != null ? overdue : outcome;
    }

    private AttemptResult outcome() {
        try (SocketChannel channel = SocketChannel.open()) {
            Thread watch = new Thread(() -> watch(channel), "sast-scan-upload");
            watch.setDaemon(true);
            watch.start();
            try {
                attempt.body().source();
                return exchange(connected(channel.socket()));
            } finally {
                watch.interrupt();
            }
        } catch (ProgressListenerException e) {
            throw new IllegalStateException("Uploading the source archive met a defect", e.getCause());
        } catch (IOException e) {
            return AttemptFailure.of(e, step);
        }
    }

    /** Ends the attempt when its time is over, or that of one write. */
    private void watch(SocketChannel channel) {
        long end = System.nanoTime() + attempt.left().toNanos();
        long longestWrite = attempt.way().timeouts().write().toNanos();
        try (channel) {
            while (overdue == null) {
                long now = System.nanoTime();
                long since = writingSince;
                long writeLeft = since == NOT_WRITING ? longestWrite : longestWrite - (now - since);
                if (end - now <= 0) {
                    overdue = new AttemptFailure(step, Kind.DEADLINE, "");
                } else if (writeLeft <= 0) {
                    overdue = new AttemptFailure(Step.SEND, Kind.TIMEOUT, "");
                } else {
                    TimeUnit.NANOSECONDS.sleep(Math.min(end - now, writeLeft));
                }
            }
        } catch (InterruptedException | IOException e) {
            // The attempt has ended.
        }
    }

    private Socket connected(Socket socket) throws IOException {
        UploadAttempt.Way way = attempt.way();
        String host = way.host();
        int port = way.port();
        if (way.proxy() instanceof ProxySettings.Http proxy) {
            host = proxy.host();
            port = proxy.port();
        }
        step = Step.NAME;
        InetAddress[] addresses = InetAddress.getAllByName(host);
        step = Step.CONNECT;
        InetAddress address = addresses[attempt.number() % addresses.length];
        socket.connect(
                new InetSocketAddress(address, port), millis(way.timeouts().connect()));
        socket.setSoTimeout(millis(way.timeouts().read()));
        if (!way.tls()) {
            return socket;
        }
        if (proxied) {
            tunnel(socket, way.host().indexOf(':') < 0 ? way.host() : "[" + way.host() + "]");
        }
        step = Step.TLS;
        return tls(socket, way);
    }

    private void tunnel(Socket socket, String host) throws IOException {
        String target = host + ":" + attempt.way().port();
        socket.getOutputStream()
                .write(FileBody.ascii("CONNECT " + target + " HTTP/1.1\r\nHost: " + target
                        + "\r\nProxy-Connection: Keep-Alive\r\n\r\n"));
        try (SocketResponse answer = new SocketResponse(socket)) {
            if (answer.status() != 200) {
                throw new IOException("Unexpected response code for CONNECT: " + answer.status());
            }
        }
    }

    /** Strict, with the JVM's trust store, whatever anybody has made the JVM's default since. */
    private static Socket tls(Socket socket, UploadAttempt.Way way) throws IOException {
        SSLSocket tls;
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
            tls = (SSLSocket) context.getSocketFactory().createSocket(socket, way.host(), way.port(), true);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        tls.setSSLParameters(parameters);
        tls.startHandshake();
        return tls;
    }

    private ServiceResponse exchange(Socket connected) throws IOException {
        step = Step.SEND;
        IOException failure = send(connected);
        step = failure == null ? Step.WAIT : Step.SEND;
        try (SocketResponse answer = new SocketResponse(connected)) {
            step = Step.ANSWER;
            return answer.read(proxied);
        } catch (IOException e) {
            throw failure == null || step == Step.ANSWER ? e : failure;
        }
    }

    /** Tells a failure of the connection: whoever takes no more of a request may have said why. */
    private IOException send(Socket connected) throws BodyFileException, ProgressListenerException {
        try {
            OutputStream out = new BufferedOutputStream(new Watched(connected.getOutputStream()), BUFFER);
            out.write(FileBody.ascii(attempt.head() + "Authorization: Bearer "
                    + attempt.token().value().reveal() + "\r\n\r\n"));
            attempt.body().writeTo(out, progress);
            out.flush();
            return null;
        } catch (BodyFileException | ProgressListenerException e) {
            throw e;
        } catch (IOException e) {
            return e;
        }
    }

    private static int millis(Duration duration) {
        return (int) Math.max(1, duration.toMillis());
    }

    /** Lets it be seen for how long a write has been going on. */
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
