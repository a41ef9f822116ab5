package io.jenkins.plugins.sastscan.simulator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;

/**
 * What goes wrong with a call. Unless said otherwise the operation is not carried out: nothing that the service holds
 * changes.
 */
public class Fault {
    private static final String JSON = "application/json; charset=utf-8";
    private static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US);
    private static final long PATIENCE_SECONDS = 30;

    private final Behaviour behaviour;
    private final CountDownLatch arrival = new CountDownLatch(1);

    /** What is done with a call. */
    interface Behaviour {
        void meet(Call call) throws IOException, InterruptedException;
    }

    Fault(Behaviour behaviour) {
        this.behaviour = behaviour;
    }

    void meet(Call call) throws IOException, InterruptedException {
        arrived();
        behaviour.meet(call);
    }

    final void arrived() {
        arrival.countDown();
    }

    /** Whether a call has met this fault. */
    public final boolean hasArrived() {
        return arrival.getCount() == 0;
    }

    /**
     * Waits until a call has met this fault.
     *
     * @throws AssertionError when none has within 30 seconds
     */
    public final void awaitArrival() throws InterruptedException {
        if (!arrival.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("no call met the fault within " + PATIENCE_SECONDS + " s");
        }
    }

    /** No fault: the call is answered as it should be; for a place in a schedule. */
    public static Fault none() {
        return new Fault(call -> call.send(call.handle()));
    }

    /** Another answer than the operation's own, given when the body has been read; empty unless a body is added. */
    public static AnswerFault answer(int status) {
        return new AnswerFault(Reply.empty(status), false);
    }

    /** 429 with {@code Retry-After} as given: seconds, or anything absurd. */
    public static AnswerFault tooManyRequests(String retryAfter) {
        return answer(429).withHeader("Retry-After", retryAfter);
    }

    /** 429 with {@code Retry-After} as a date. */
    public static AnswerFault tooManyRequests(Instant retryAfter) {
        return tooManyRequests(HTTP_DATE.format(retryAfter.atOffset(ZoneOffset.UTC)));
    }

    /** A redirect, with a status of 301, 302, 303, 307 or 308. */
    public static AnswerFault redirect(int status, String location) {
        return answer(status).withHeader("Location", location);
    }

    /** 200 and an HTML form that asks for a name and a password, as a proxy gives. */
    public static AnswerFault loginPage() {
        return answer(200)
                .withBody(
                        "text/html; charset=utf-8",
                        "<!DOCTYPE html><html><head><title>Sign in</title></head><body><form method=\"post\">"
                                + "<input name=\"user\"><input name=\"password\" type=\"password\"></form></body></html>");
    }

    /** 200 and random bytes called JSON. */
    public static AnswerFault garbage(int bytes) {
        byte[] garbage = new byte[bytes];
        new Random(bytes).nextBytes(garbage);
        return answer(200).withBody(JSON, garbage);
    }

    /** 200 and JSON with an umlaut in ISO-8859-1, announced as the charset given. */
    public static AnswerFault wrongCharset(String announced) {
        return answer(200)
                .withBody(
                        "application/json; charset=" + announced,
                        "{\"edition\":\"gr\u00fcn\",\"url\":\"gr\u00fcn\"}".getBytes(StandardCharsets.ISO_8859_1));
    }

    /** 200 and a compressed answer that lacks its second half, its Content-Length being right. */
    public static AnswerFault truncatedGzip() {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write("{\"edition\":\"cut\",\"url\":\"cut\"}".getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return answer(200)
                .withHeader("Content-Encoding", "gzip")
                .withBody(JSON, Arrays.copyOf(compressed.toByteArray(), compressed.size() / 2));
    }

    /** The connection closes; nothing of the body was read. */
    public static Fault closeBeforeReading() {
        return new Fault(Call::drop);
    }

    /** The connection closes when this much of the body was read. */
    public static Fault closeInBody(long afterBytes) {
        return new Fault(call -> {
            call.readAtMost(afterBytes);
            call.drop();
        });
    }

    /** The connection closes when all of the body was read; nothing is done and nothing answered. */
    public static Fault closeAfterBody() {
        return new Fault(call -> {
            call.drain();
            call.drop();
        });
    }

    /** The operation is carried out, but the connection closes without an answer. */
    public static Fault loseAnswer() {
        return new Fault(call -> {
            call.handle();
            call.drop();
        });
    }

    /** The operation is carried out; its answer lacks its last 1,000 bytes, and the connection closes. */
    public static Fault truncatedAnswer() {
        return new Fault(call -> {
            Reply reply = visible(call.handle());
            OutputStream out = call.begin(reply, reply.body().length + 1000L);
            out.write(reply.body());
            out.flush();
            call.drop();
        });
    }

    /** An answer of any size that begins like JSON and never makes sense; streamed, until the client has enough. */
    public static Fault oversizedAnswer(int status, long bytes) {
        return new Fault(call -> {
            call.drain();
            byte[] block = "[\"garbage\",{\"no\":".repeat(512).getBytes(StandardCharsets.UTF_8);
            try (OutputStream out = call.begin(Reply.empty(status).with("Content-Type", JSON), bytes)) {
                for (long left = bytes; left > 0; left -= block.length) {
                    out.write(block, 0, (int) Math.min(left, block.length));
                }
            }
        });
    }

    /** The operation is carried out, and its answer comes a byte a period. An empty answer is filled with blanks. */
    public static Fault trickle(Duration period) {
        return new Fault(call -> trickle(call, () -> TimeUnit.NANOSECONDS.sleep(period.toNanos())));
    }

    /** The operation is carried out, and its answer comes a byte with each release. */
    public static HeldFault trickle() {
        return new HeldFault((call, hold) -> trickle(call, hold));
    }

    /** The operation is carried out, and answered when released. */
    public static HeldFault delay() {
        return new HeldFault((call, hold) -> {
            Reply reply = call.handle();
            hold.await();
            call.send(reply);
        });
    }

    /** All is read, and no answer comes; when released, the connection closes. */
    public static HeldFault hang() {
        return new HeldFault((call, hold) -> {
            call.drain();
            hold.await();
            call.drop();
        });
    }

    /** Nothing of the body is read, and no answer comes; when released, the connection closes. */
    public static HeldFault hangBeforeReading() {
        return hangInBody(0);
    }

    /** This much of the body is read and no more, and no answer comes; when released, the connection closes. */
    public static HeldFault hangInBody(long afterBytes) {
        return new HeldFault((call, hold) -> {
            if (afterBytes > 0) {
                call.readAtMost(afterBytes);
            }
            hold.await();
            call.drop();
        });
    }

    private static void trickle(Call call, HeldFault.Hold hold) throws IOException, InterruptedException {
        Reply reply = visible(call.handle());
        try (OutputStream out = call.begin(reply, reply.body().length)) {
            for (byte each : reply.body()) {
                hold.await();
                out.write(each);
                out.flush();
            }
        }
    }

    /** An answer with a body, since only a body can be cut or slow. */
    private static Reply visible(Reply reply) {
        if (reply.body().length > 0) {
            return reply;
        }
        int status = reply.status() == 204 ? 200 : reply.status();
        return reply.withStatus(status).with(JSON, " ".repeat(1000).getBytes(StandardCharsets.UTF_8));
    }
}
