package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A fault in a call. Unless stated otherwise, the simulator does not carry out the operation. */
public class Fault {
    private static final long TIMEOUT_SECONDS = 120;

    private final Behaviour behaviour;
    private final CountDownLatch arrival = new CountDownLatch(1);

    /** What the simulator does with a call. */
    interface Behaviour {
        void apply(Call call, Hold hold) throws IOException, InterruptedException;
    }

    interface Hold {
        void await() throws InterruptedException;
    }

    Fault(Behaviour behaviour) {
        this.behaviour = behaviour;
    }

    void apply(Call call) throws IOException, InterruptedException {
        arrived();
        apply(call, () -> {});
    }

    final void apply(Call call, Hold hold) throws IOException, InterruptedException {
        behaviour.apply(call, hold);
    }

    final void arrived() {
        arrival.countDown();
    }

    /** Waits up to two minutes until a call has reached this fault. */
    public final void awaitArrival() throws InterruptedException {
        if (!arrival.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("no call met the fault within " + TIMEOUT_SECONDS + " s");
        }
    }

    public static Fault none() {
        return new Fault((call, hold) -> call.send(call.handle()));
    }

    /** A response that the test chooses. The response is sent after the request body has been read. */
    public static final class Answer extends Fault {
        private final Reply reply;

        private Answer(Reply reply) {
            super((call, hold) -> {
                call.drain();
                call.send(reply);
            });
            this.reply = reply;
        }

        public Answer withHeader(String name, String value) {
            return new Answer(reply.with(name, value));
        }

        public Answer withBody(String contentType, byte[] body) {
            return new Answer(reply.with(contentType, body));
        }

        public Answer withBody(String contentType, String utf8) {
            return withBody(contentType, utf8.getBytes(StandardCharsets.UTF_8));
        }

        public Answer withJson(String json) {
            return withBody("application/json; charset=utf-8", json);
        }
    }

    public static Answer answer(int status) {
        return new Answer(Reply.empty(status));
    }

    /** A 429 response. {@code Retry-After} can be seconds or any other text. */
    public static Answer tooManyRequests(String retryAfter) {
        return answer(429).withHeader("Retry-After", retryAfter);
    }

    public static Answer redirect(int status, String location) {
        return answer(status).withHeader("Location", location);
    }

    /** Some proxies send a login form with the status 200. */
    public static Answer loginPage() {
        return answer(200)
                .withBody(
                        "text/html; charset=utf-8",
                        "<!DOCTYPE html><html><head><title>Sign in</title></head><body><form method=\"post\">"
                                + "<input name=\"user\"><input name=\"password\" type=\"password\"></form></body></html>");
    }

    /** Reads the given number of bytes of the request body, and then closes the connection. */
    public static Fault closeInBody(int afterBytes) {
        return new Fault((call, hold) -> {
            call.body().readNBytes(afterBytes);
            call.drop();
        });
    }

    /** The connection closes after the whole body has been read. */
    public static Fault closeAfterBody() {
        return new Fault((call, hold) -> {
            call.drain();
            call.drop();
        });
    }

    /**
     * The operation is carried out, and its response arrives one byte per period. An empty response body is replaced by
     * 1000 blanks.
     */
    public static Fault trickle(Duration period) {
        return new Fault((call, hold) -> trickle(call, () -> TimeUnit.NANOSECONDS.sleep(period.toNanos())));
    }

    /**
     * The operation is carried out. Whenever the test calls {@link HeldFault#release()}, one byte of the response body
     * is sent.
     */
    public static HeldFault trickle() {
        return new HeldFault(Fault::trickle);
    }

    /** The operation is carried out. The response is sent when the test calls {@link HeldFault#release()}. */
    public static HeldFault delay() {
        return new HeldFault((call, hold) -> {
            Reply reply = call.handle();
            hold.await();
            call.send(reply);
        });
    }

    /** The whole request is read, but no response is sent. The connection closes when the test releases the fault. */
    public static HeldFault hang() {
        return new HeldFault((call, hold) -> {
            call.drain();
            hold.await();
            call.drop();
        });
    }

    /**
     * Only the given number of bytes is read, and no response is sent. The connection closes when the test releases the
     * fault.
     */
    public static HeldFault hangInBody(int afterBytes) {
        return new HeldFault((call, hold) -> {
            call.body().readNBytes(afterBytes);
            hold.await();
            call.drop();
        });
    }

    /**
     * At first, only the given number of bytes is read. When the test releases the fault, the rest is read, and the
     * connection closes.
     */
    public static HeldFault readAfterRelease(int afterBytes) {
        return new HeldFault((call, hold) -> {
            call.body().readNBytes(afterBytes);
            hold.await();
            call.drain();
            call.drop();
        });
    }

    private static void trickle(Call call, Hold hold) throws IOException, InterruptedException {
        Reply reply = call.handle();
        if (reply.body().length == 0) {
            byte[] blanks = " ".repeat(1000).getBytes(StandardCharsets.UTF_8);
            reply = Reply.empty(200).with("application/json", blanks);
        }
        try (OutputStream out = call.begin(reply, reply.body().length)) {
            for (byte each : reply.body()) {
                hold.await();
                out.write(each);
                out.flush();
            }
        }
    }

    /** A fault that makes its call wait until {@link #release()} or the end of the simulator. */
    public static final class HeldFault extends Fault {
        private final Semaphore releases = new Semaphore(0);

        HeldFault(Behaviour behaviour) {
            super(behaviour);
        }

        /**
         * A call counts as arrived when it begins to wait, not earlier. By then, the simulator may have carried out the
         * operation.
         */
        @Override
        void apply(Call call) throws IOException, InterruptedException {
            apply(call, () -> {
                arrived();
                releases.acquire();
            });
        }

        /** Lets the call continue. If the response is sent byte by byte, sends one more byte. */
        public void release() {
            release(1);
        }

        public void release(int times) {
            releases.release(times);
        }
    }
}
