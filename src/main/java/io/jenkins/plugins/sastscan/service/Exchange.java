package io.jenkins.plugins.sastscan.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okhttp3.ResponseBody;

/**
 * One attempt of a call. It runs on a thread of OkHttp's while the caller waits, since blocking I/O ignores interrupts and
 * name lookups ignore even time-outs.
 */
final class Exchange implements Callback {
    /** How long a cancelled attempt is given to let go of the file that it was sending. */
    private static final long RELEASE_MILLIS = 1_000;

    private final PreparedCall prepared;
    private final Phase phase = new Phase();
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final Call call;

    Exchange(OkHttpClient client, PreparedCall prepared) {
        this.prepared = prepared;
        this.call = client.newBuilder().eventListener(phase).build().newCall(prepared.request());
    }

    /** Makes the attempt, until it has come to something, the deadline is over or the thread is interrupted. */
    Outcome run(Deadline deadline) throws InterruptedException {
        call.enqueue(this);
        try {
            return outcome.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            cancel();
            return new Outcome.Failed(Diagnosis.deadline(prepared, deadline.whole()), false);
        } catch (InterruptedException e) {
            cancel();
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException(prepared.operation().label() + " met a defect", e.getCause());
        }
    }

    private void cancel() throws InterruptedException {
        call.cancel();
        if (phase.step().compareTo(Trouble.Step.SEND) < 0) {
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
            outcome.complete(Diagnosis.of(Trouble.of(e, phase.step()), phase.proxy(), prepared));
        } catch (RuntimeException | Error e) {
            outcome.completeExceptionally(e);
        }
    }

    @Override
    public void onFailure(Call ignored, IOException e) {
        if (e instanceof ListenerDefect) {
            outcome.completeExceptionally(e.getCause());
            return;
        }
        outcome.complete(Diagnosis.of(Trouble.of(e, phase.step()), phase.proxy(), prepared));
    }

    private static Answer answer(Response response) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        // The body of an answer to a call is never null; only the type of some versions allows it.
        try (ResponseBody body = Objects.requireNonNull(response.body());
                InputStream in = body.byteStream()) {
            if (!AnswerReader.isSuccess(response.code())) {
                body.source().timeout().deadline(AnswerReader.REFUSAL_SECONDS, TimeUnit.SECONDS);
            }
            Answer.End end = AnswerReader.read(in, response.code(), read);
            return new Answer(response.code(), response.headers(), read.toByteArray(), end);
        }
    }
}
