package io.jenkins.plugins.sastscan.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Dispatcher;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okhttp3.ResponseBody;

/**
 * One attempt of a call. It runs on a thread of OkHttp's while the caller waits, since blocking I/O ignores interrupts and
 * name lookups ignore even timeouts.
 */
final class OkHttpExchange implements Callback {
    /** How long a cancelled attempt is given to let go of the file that it was sending. */
    private static final long RELEASE_MILLIS = 1_000;

    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;

    private final PreparedCall prepared;
    private final AttemptProgress phase = new AttemptProgress();
    private final CompletableFuture<AttemptResult> outcome = new CompletableFuture<>();
    private final Dispatcher dispatcher;
    private final Call call;

    OkHttpExchange(OkHttpClient client, PreparedCall prepared) {
        this.prepared = prepared;
        this.dispatcher = client.dispatcher();
        this.call = client.newBuilder().eventListener(phase).build().newCall(prepared.request());
    }

    /** Makes the attempt, until it has come to something, the time is over or the thread is interrupted. */
    AttemptResult run(Duration left) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        call.enqueue(this);
        try {
            return outcome.get(left.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            cancel();
            return new AttemptFailure(phase.step(), AttemptFailure.Kind.DEADLINE, "");
        } catch (InterruptedException e) {
            cancel();
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException(prepared.operation().label() + " met a defect", e.getCause());
        }
    }

    private void cancel() throws InterruptedException {
        call.cancel();
        if (phase.step().compareTo(AttemptFailure.Step.SEND) < 0) {
            return;
        }
        try {
            outcome.get(RELEASE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // Whatever became of the cancelled attempt, its caller wants it no more.
            return;
        }
    }

    @Override
    public void onResponse(Call ignored, Response response) {
        try (response) {
            outcome.complete(answer(response));
        } catch (IOException e) {
            outcome.complete(AttemptFailure.of(e, phase.step()));
        } catch (RuntimeException | Error e) {
            outcome.completeExceptionally(e);
        }
    }

    @Override
    public void onFailure(Call ignored, IOException e) {
        if (e instanceof ProgressListenerException) {
            outcome.completeExceptionally(e.getCause());
            return;
        }
        if (isClosed()) {
            outcome.complete(new AttemptFailure(phase.step(), AttemptFailure.Kind.CLOSED, ""));
            return;
        }
        outcome.complete(withoutContent().orElseGet(() -> AttemptFailure.of(e, phase.step())));
    }

    /** Whether the call was not begun, since its client was disposed. */
    private boolean isClosed() {
        return phase.step() == AttemptFailure.Step.BEFORE
                && dispatcher.executorService().isShutdown();
    }

    /** Content where its status allows none makes a call of OkHttp's fail, though there is an answer. */
    private Optional<AttemptResult> withoutContent() {
        return phase.answer()
                .filter(response -> response.code() == NO_CONTENT || response.code() == RESET_CONTENT)
                .map(response ->
                        new ServiceResponse(response.code(), lines(response), new byte[0], ServiceResponse.End.WHOLE));
    }

    private static List<String> lines(Response response) {
        Headers headers = response.headers();
        return IntStream.range(0, headers.size())
                .mapToObj(i -> headers.name(i) + ": " + headers.value(i))
                .toList();
    }

    private ServiceResponse answer(Response response) throws IOException {
        boolean due = response.isSuccessful() && prepared.operation().due() != Operation.Due.NOTHING;
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        // The body of an answer to a call is never null; only the type of some versions allows it.
        try (ResponseBody body = Objects.requireNonNull(response.body());
                InputStream in = body.byteStream()) {
            if (!due) {
                body.source().timeout().deadline(ResponseBodyReader.ASIDE_SECONDS, TimeUnit.SECONDS);
            }
            ServiceResponse.End end = ResponseBodyReader.read(in, due, read);
            return new ServiceResponse(response.code(), lines(response), read.toByteArray(), end);
        }
    }
}
