package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.PieceStream;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Kind;
import io.jenkins.plugins.sastscan.client.http.AttemptResult.Phase;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.EventListener;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.BufferedSink;
import okio.Okio;

/**
 * One attempt of a call by the controller. Blocking I/O ignores interrupts, and name lookups also ignore timeouts.
 * Therefore, an OkHttp thread makes the attempt, and the caller can stop waiting at any time.
 */
final class OkHttpExchange extends EventListener implements Callback {
    /** The maximum time to wait until a cancelled attempt has closed its connection. */
    private static final long RELEASE_MILLIS = 1_000;

    private final ServiceCall call;
    private final OkHttpClient client;
    private final CompletableFuture<AttemptResult> result = new CompletableFuture<>();
    private volatile Phase phase = Phase.START;
    private volatile IOException sendFailure;
    private volatile Response head;

    OkHttpExchange(OkHttpClient.Builder client, ServiceCall call) {
        this.call = call;
        this.client = client.eventListener(this).build();
    }

    AttemptResult run(Optional<AccessToken> token, Duration timeLeft) throws ServiceException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long end = System.nanoTime() + timeLeft.toNanos();
        // The file is opened before the attempt, so that nothing is sent if it cannot be opened.
        try (InputStream file =
                call.upload().isPresent() ? call.upload().get().content().open() : InputStream.nullInputStream()) {
            Request.Builder request = new Request.Builder().url(call.url()).headers(Headers.of(call.headers()));
            token.ifPresent(given -> request.header("Authorization", "Bearer " + given.reveal()));
            RequestBody body = call.upload()
                    .<RequestBody>map(upload -> new UploadBody(upload, file))
                    .or(call::body)
                    .orElse(null);
            Call attempt =
                    client.newCall(request.method(call.operation().method, body).build());
            AttemptResult ended = run(attempt, end);
            return file instanceof PieceStream pieces ? ended.withPause(pieces.longestWait()) : ended;
        } catch (ServiceException e) {
            throw e;
        } catch (IOException e) {
            return AttemptResult.of(e, phase);
        }
    }

    private AttemptResult run(Call attempt, long end) throws ServiceException, InterruptedException {
        // Opening the file can take minutes, which count towards the time limit.
        long left = end - System.nanoTime();
        try {
            if (left > 0) {
                attempt.enqueue(this);
            }
            return result.get(left, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            cancel(attempt);
            return AttemptResult.none(phase, Kind.TIME_LIMIT);
        } catch (InterruptedException e) {
            cancel(attempt);
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ServiceException failure) {
                throw failure;
            }
            throw new IllegalStateException(call.operation().label + " failed because of a bug", e.getCause());
        }
    }

    private void cancel(Call attempt) throws InterruptedException {
        attempt.cancel();
        if (phase.compareTo(Phase.SEND) < 0) {
            return;
        }
        try {
            result.get(RELEASE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The result of a cancelled attempt does not matter.
        }
    }

    @Override
    public void onResponse(Call ignored, Response response) {
        try {
            result.complete(read(response));
        } catch (IOException e) {
            result.complete(failure(e));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private AttemptResult read(Response response) throws IOException {
        boolean needed = response.isSuccessful() && call.operation().content != Operation.Content.NONE;
        // Some versions of OkHttp declare the body nullable, but it is never null here.
        try (ResponseBody body = Objects.requireNonNull(response.body())) {
            if (!needed) {
                body.source().timeout().deadline(AttemptResult.SECONDS_FOR_UNNEEDED, TimeUnit.SECONDS);
            }
            return response(response, AttemptResult.read(body.byteStream(), needed));
        }
    }

    @Override
    public void onFailure(Call ignored, IOException e) {
        if (e instanceof ServiceException) {
            result.completeExceptionally(e);
        } else if (head != null && (head.code() == 204 || head.code() == 205)) {
            // OkHttp reports a failure if a response has content although the status allows none.
            result.complete(response(head, new AttemptResult.Body(new byte[0], Kind.COMPLETE)));
        } else {
            result.complete(failure(e));
        }
    }

    private AttemptResult failure(IOException e) {
        TlsTrust trust = (TlsTrust) Objects.requireNonNull(client.x509TrustManager());
        return AttemptResult.of(e, phase, trust.last());
    }

    private AttemptResult response(Response response, AttemptResult.Body body) {
        // If a response arrives before the whole request was sent, only an error response counts.
        return response.isSuccessful() && sendFailure != null
                ? AttemptResult.of(sendFailure, Phase.SEND)
                : AttemptResult.response(response.code(), response::header, body.bytes(), body.end());
    }

    private static final class UploadBody extends RequestBody {
        private final ServiceCall.Upload upload;
        private final InputStream file;

        UploadBody(ServiceCall.Upload upload, InputStream file) {
            this.upload = upload;
            this.file = file;
        }

        @Override
        public MediaType contentType() {
            return MediaType.get(upload.file().type());
        }

        @Override
        public boolean isOneShot() {
            return true;
        }

        @Override
        public long contentLength() {
            return upload.file().length();
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            sink.writeAll(Okio.source(upload.file().stream(file, upload.progress())));
        }
    }

    @Override
    public void connectStart(Call ignored, InetSocketAddress address, Proxy proxy) {
        phase = Phase.CONNECT;
    }

    @Override
    public void secureConnectStart(Call ignored) {
        phase = Phase.TLS;
    }

    @Override
    public void requestHeadersStart(Call ignored) {
        phase = Phase.SEND;
    }

    @Override
    public void requestHeadersEnd(Call ignored, Request request) {
        phase = request.body() == null ? Phase.WAIT : Phase.SEND;
    }

    @Override
    public void requestBodyEnd(Call ignored, long byteCount) {
        phase = Phase.WAIT;
    }

    @Override
    public void requestFailed(Call ignored, IOException e) {
        sendFailure = e;
    }

    @Override
    public void responseHeadersEnd(Call ignored, Response response) {
        head = response;
        phase = Phase.RESPONSE;
    }
}
