package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Response;

/**
 * One attempt of a call. It runs on a thread of OkHttp's while the caller waits, since blocking I/O ignores interrupts and
 * name lookups ignore even time-outs.
 */
final class Exchange implements Callback {
    /** How long a cancelled attempt is given to let go of the file that it was sending. */
    private static final long RELEASE_MILLIS = 1_000;

    private static final int NO_CONTENT = 204;
    private static final int RESET_CONTENT = 205;

    private final PreparedCall prepared;
    private final Phase phase = new Phase();
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final Dispatcher dispatcher;
    private final Call call;

    Exchange(OkHttpClient client, PreparedCall prepared) {
        this.prepared = prepared;
        this.dispatcher = client.dispatcher();
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
        if (phase.step().compareTo(Phase.Step.SEND) < 0) {
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
            outcome.complete(AnswerReader.read(response, prepared.operation().due()));
        } catch (IOException e) {
            outcome.complete(Diagnosis.of(e, phase, prepared));
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
        if (isClosed()) {
            outcome.complete(new Outcome.Failed(Diagnosis.closed(prepared), false));
            return;
        }
        outcome.complete(withoutContent().orElseGet(() -> Diagnosis.of(e, phase, prepared)));
    }

    /** Whether the call was not begun, since its client was disposed. */
    private boolean isClosed() {
        return phase.step() == Phase.Step.BEFORE && dispatcher.executorService().isShutdown();
    }

    /** Content where its status allows none makes a call of OkHttp's fail, though there is an answer. */
    private Optional<Outcome> withoutContent() {
        return phase.answer()
                .filter(response -> response.code() == NO_CONTENT || response.code() == RESET_CONTENT)
                .map(response -> new Answer(response.code(), response.headers(), new byte[0], Answer.End.WHOLE));
    }
}
