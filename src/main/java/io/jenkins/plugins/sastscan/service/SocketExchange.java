package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.Trouble.Kind;
import io.jenkins.plugins.sastscan.service.Trouble.Step;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * One attempt of an upload over a socket of its own, with the JDK alone: the JDK's own HTTP client takes many times as long
 * to start, and does not tell how far it came. It runs on a thread of its own while the caller waits, since blocking I/O
 * ignores interrupts, and a socket has no time-out for writing.
 */
final class SocketExchange {
    private static final int BUFFER = 64 * 1024;
    /** How long a cancelled attempt is given to let go of the file that it was sending. */
    private static final long RELEASE_MILLIS = 1_000;

    private static final long NOT_WRITING = Long.MIN_VALUE;

    private final UploadAttempt attempt;
    private final ByteProgress progress;
    private final Socket socket = new Socket(Proxy.NO_PROXY);
    private volatile Step step = Step.BEFORE;
    private volatile long writingSince = NOT_WRITING;
    private volatile boolean stalled;

    SocketExchange(UploadAttempt attempt, ByteProgress progress) {
        this.attempt = attempt;
        this.progress = progress;
    }

    UploadReply run() throws InterruptedException {
        FutureTask<UploadReply> task = new FutureTask<>(this::exchange);
        Thread thread = new Thread(task, "sast-scan-upload");
        thread.setDaemon(true);
        thread.start();
        try {
            return await(task);
        } catch (InterruptedException e) {
            cancel(task);
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException("Uploading the source archive met a defect", e.getCause());
        }
    }

    private UploadReply await(FutureTask<UploadReply> task) throws InterruptedException, ExecutionException {
        long begun = System.nanoTime();
        long longestWrite = nanos(attempt.way().timeouts().write());
        while (true) {
            long left = nanos(attempt.left()) - (System.nanoTime() - begun);
            long since = writingSince;
            long writeLeft = since == NOT_WRITING ? longestWrite : longestWrite - (System.nanoTime() - since);
            try {
                return task.get(stalled ? left : Math.min(left, writeLeft), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                if (nanos(attempt.left()) <= System.nanoTime() - begun) {
                    cancel(task);
                    return new Trouble(step, Kind.DEADLINE, "");
                }
                if (since != NOT_WRITING && since == writingSince) {
                    stalled = true;
                    close();
                }
            }
        }
    }

    private static long nanos(Duration duration) {
        return duration.toNanos();
    }

    private void cancel(FutureTask<UploadReply> task) throws InterruptedException {
        close();
        if (step.compareTo(Step.SEND) < 0) {
            return;
        }
        try {
            task.get(RELEASE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // Whatever became of the cancelled attempt, its caller wants it no more.
            return;
        }
    }

    /** Closes the connection beneath TLS, which would wait for a write that stalls. */
    private void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no more use either way.
            return;
        }
    }

    private UploadReply exchange() {
        try (socket) {
            SourceFile.of(Path.of(attempt.body().file()));
            return exchange(connected());
        } catch (ListenerDefect e) {
            throw (RuntimeException) e.getCause();
        } catch (IOException e) {
            return trouble(e);
        }
    }

    private Trouble trouble(IOException e) {
        return stalled ? new Trouble(Step.SEND, Kind.TIMEOUT, "") : Trouble.of(e, step);
    }

    private Socket connected() throws IOException {
        UploadAttempt.Way way = attempt.way();
        boolean proxied = way.proxy() instanceof ProxySettings.Http;
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
            tunnel(way.host().indexOf(':') < 0 ? way.host() : "[" + way.host() + "]");
        }
        step = Step.TLS;
        return tls(way);
    }

    private void tunnel(String host) throws IOException {
        String target = host + ":" + attempt.way().port();
        socket.getOutputStream()
                .write(ascii("CONNECT " + target + " HTTP/1.1\r\nHost: " + target
                        + "\r\nProxy-Connection: Keep-Alive\r\n\r\n"));
        int status = new SocketAnswer(socket).status();
        if (status != 200) {
            throw new IOException("Unexpected response code for CONNECT: " + status);
        }
    }

    /** Strict, with the JVM's trust store, whatever anybody has made the JVM's default since. */
    private Socket tls(UploadAttempt.Way way) throws IOException {
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

    private UploadReply exchange(Socket connected) throws IOException {
        step = Step.SEND;
        boolean proxied = attempt.way().proxy() instanceof ProxySettings.Http;
        try {
            OutputStream out = new BufferedOutputStream(new Watched(connected.getOutputStream()), BUFFER);
            out.write(ascii(attempt.head() + "Authorization: Bearer "
                    + attempt.token().value().reveal() + "\r\n\r\n"));
            attempt.body().writeTo(out, progress);
            out.flush();
        } catch (FileTrouble | ListenerDefect e) {
            throw e;
        } catch (IOException e) {
            return early(connected, e);
        }
        step = Step.WAIT;
        SocketAnswer answer = new SocketAnswer(connected);
        step = Step.ANSWER;
        return answer.reply(proxied);
    }

    /** Whoever takes no more of a request may have said why. */
    private UploadReply early(Socket connected, IOException failure) throws IOException {
        SocketAnswer answer;
        try {
            answer = new SocketAnswer(connected);
        } catch (IOException e) {
            failure.addSuppressed(e);
            throw failure;
        }
        step = Step.ANSWER;
        return answer.reply(attempt.way().proxy() instanceof ProxySettings.Http);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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
