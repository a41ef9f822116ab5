package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** An answer that is not the operation's own. */
public final class AnswerFault extends Fault {
    private static final byte[] BLANK = {' '};

    private final Reply reply;
    private final boolean atOnce;

    AnswerFault(Reply reply, boolean atOnce) {
        super(call -> answer(call, reply, atOnce));
        this.reply = reply;
        this.atOnce = atOnce;
    }

    public AnswerFault withHeader(String name, String value) {
        return new AnswerFault(reply.with(name, value), atOnce);
    }

    public AnswerFault withBody(String contentType, String utf8) {
        return withBody(contentType, utf8.getBytes(StandardCharsets.UTF_8));
    }

    public AnswerFault withBody(String contentType, byte[] body) {
        return new AnswerFault(reply.with(contentType, body), atOnce);
    }

    public AnswerFault withJson(String json) {
        return withBody("application/json; charset=utf-8", json);
    }

    /** Answers before any of the body is read, then reads the body nevertheless, as a well-behaved server does. */
    public AnswerFault atOnce() {
        return new AnswerFault(reply, true);
    }

    private static void answer(Call call, Reply reply, boolean atOnce) throws IOException {
        if (!atOnce) {
            call.drain();
            call.send(reply);
            return;
        }
        // Without a body the server would take the exchange for finished; a blank keeps it open.
        byte[] body = reply.body().length == 0 ? BLANK : reply.body();
        OutputStream out = call.begin(reply.with("Connection", "close"), body.length);
        out.write(body);
        out.flush();
        call.drain();
        call.drop();
    }
}
