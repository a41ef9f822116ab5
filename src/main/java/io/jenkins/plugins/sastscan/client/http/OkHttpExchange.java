package io.jenkins.plugins.sastscan.client.http;

import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.http.AttemptFailure.Phase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import okhttp3.Callback;
import okhttp3.Dispatcher;
import okhttp3.EventListener;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;

/**
 * One attempt of a call. Blocking I/O ignores interrupts. Name lookups ignore interrupts and timeouts. Therefore, an
 * OkHttp thread makes the attempt. The caller waits for the OkHttp thread, and can stop waiting at any time.
 */
final class OkHttpExchange implements Callback {
    /** The maximum time to wait until a cancelled attempt has closed its connection. */
    private static final long RELEASE_MILLIS = 1_000;

    private final ServiceCall call;
    private final Progress progress = new Progress();
    private final CompletableFuture<UploadAttempt.Result> result = new CompletableFuture<>();
    private final Dispatcher dispatcher;
    private final okhttp3.Call attempt;

    OkHttpExchange(OkHttpClient client, ServiceCall call) {
        this.call = call;
        this.dispatcher = client.dispatcher();
        this.attempt = client.newBuilder().eventListener(progress).build().newCall(call.request());
    }

    @SuppressWarnings("try") // this method closes the file, but does not use it
    UploadAttempt.Result run(Duration timeLeft) throws ServiceException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long end = System.nanoTime() + timeLeft.toNanos();
        try (InputStream file = call.body().orElse(null) instanceof ServiceCall.OpenedBody body
                ? body.open()
                : InputStream.nullInputStream()) {
            // Opening the file can take minutes, which count towards the time limit.
            long left = end - System.nanoTime();
            if (left > 0) {
                attempt.enqueue(this);
            }
            return result.get(left, TimeUnit.NANOSECONDS);
        } catch (ServiceException e) {
            throw e;
        } catch (IOException e) {
            return AttemptFailure.of(e, progress.phase);
        } catch (TimeoutException e) {
            cancel();
            return new AttemptFailure(progress.phase, AttemptFailure.Kind.TIME_LIMIT, "");
        } catch (InterruptedException e) {
            cancel();
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ServiceException failure) {
                throw failure;
            }
            throw new IllegalStateException(call.operation().label + " failed because of a bug", e.getCause());
        }
    }

    private void cancel() throws InterruptedException {
        attempt.cancel();
        if (progress.phase.compareTo(Phase.SEND) < 0) {
            return;
        }
        try {
            result.get(RELEASE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The result of a cancelled attempt does not matter.
        }
    }

    @Override
    public void onResponse(okhttp3.Call ignored, Response response) {
        try (response) {
            result.complete(read(response));
        } catch (IOException e) {
            result.complete(AttemptFailure.of(e, progress.phase));
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    @Override
    public void onFailure(okhttp3.Call ignored, IOException e) {
        if (progress.phase == Phase.START && dispatcher.executorService().isShutdown()) {
            result.complete(new AttemptFailure(progress.phase, AttemptFailure.Kind.CLOSED, ""));
        } else if (e instanceof ServiceException) {
            result.completeExceptionally(e);
        } else {
            // OkHttp reports a failure if a response has content although the status allows none.
            Response head = progress.response;
            boolean noContent = head != null && (head.code() == 204 || head.code() == 205);
            result.complete(
                    noContent
                            ? response(head, new byte[0], ServiceResponse.End.COMPLETE)
                            : AttemptFailure.of(e, progress.phase));
        }
    }

    private UploadAttempt.Result response(Response response, byte[] body, ServiceResponse.End end) {
        // If a response arrives before the whole request was sent, only an error response counts.
        if (response.isSuccessful() && progress.sendFailure != null) {
            return AttemptFailure.of(progress.sendFailure, Phase.SEND);
        }
        // This code does not call Headers.toString, because that method hides the values of some headers.
        Headers headers = response.headers();
        List<String> lines = IntStream.range(0, headers.size())
                .mapToObj(i -> headers.name(i) + ": " + headers.value(i))
                .toList();
        return new ServiceResponse(response.code(), lines, body, end);
    }

    private UploadAttempt.Result read(Response response) throws IOException {
        boolean needed = response.isSuccessful() && call.operation().content != Operation.Content.NONE;
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        // Some versions of OkHttp declare the body nullable, but it is never null here.
        try (ResponseBody body = Objects.requireNonNull(response.body())) {
            if (!needed) {
                body.source().timeout().deadline(ServiceResponse.SECONDS_FOR_UNNEEDED, TimeUnit.SECONDS);
            }
            ServiceResponse.End end = ServiceResponse.read(body.byteStream(), needed, read);
            return response(response, read.toByteArray(), end);
        }
    }

    private static final class Progress extends EventListener {
        private volatile Phase phase = Phase.START;
        private volatile IOException sendFailure;
        private volatile Response response;

        @Override
        public void connectStart(okhttp3.Call ignored, InetSocketAddress address, Proxy proxy) {
            phase = Phase.CONNECT;
        }

        @Override
        public void secureConnectStart(okhttp3.Call ignored) {
            phase = Phase.TLS;
        }

        @Override
        public void requestHeadersStart(okhttp3.Call ignored) {
            phase = Phase.SEND;
        }

        @Override
        public void requestHeadersEnd(okhttp3.Call ignored, Request request) {
            if (request.body() == null) {
                phase = Phase.WAIT;
            }
        }

        @Override
        public void requestBodyEnd(okhttp3.Call ignored, long byteCount) {
            phase = Phase.WAIT;
        }

        @Override
        public void requestFailed(okhttp3.Call ignored, IOException e) {
            sendFailure = e;
        }

        @Override
        public void responseHeadersEnd(okhttp3.Call ignored, Response head) {
            response = head;
            phase = Phase.RESPONSE;
        }
    }
}
