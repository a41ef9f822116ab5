package io.jenkins.plugins.sastscan.simulator;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** An answer that is not the operation's own. */
public final class AnswerFault extends Fault {
    private static final byte[] BLANK = {' '};

    private final Reply reply;
    private final Moment moment;

    /** When the answer is given. */
    enum Moment {
        AFTER_BODY,
        AT_ONCE_READING_ON,
        AT_ONCE_CLOSING
    }

    AnswerFault(Reply reply, Moment moment) {
        super(call -> answer(call, reply, moment));
        this.reply = reply;
        this.moment = moment;
    }

    public AnswerFault withHeader(String name, String value) {
        return new AnswerFault(reply.with(name, value), moment);
    }

    public AnswerFault withBody(String contentType, String utf8) {
        return withBody(contentType, utf8.getBytes(StandardCharsets.UTF_8));
    }

    public AnswerFault withBody(String contentType, byte[] body) {
        return new AnswerFault(reply.with(contentType, body), moment);
    }

    public AnswerFault withJson(String json) {
        return withBody("application/json; charset=utf-8", json);
    }

    /** Answers before any of the body is read, then reads the body nevertheless, as a well-behaved server does. */
    public AnswerFault atOnce() {
        return new AnswerFault(reply, Moment.AT_ONCE_READING_ON);
    }

    /** Answers before any of the body is read and closes the connection, so that the client may not get the answer. */
    public AnswerFault atOnceAndClose() {
        return new AnswerFault(reply, Moment.AT_ONCE_CLOSING);
    }

    private static void answer(Call call, Reply reply, Moment moment) throws IOException {
        if (moment == Moment.AFTER_BODY) {
            call.drain();
            call.send(reply);
            return;
        }
        // Without a body the server would take the exchange for finished; a blank keeps it open.
        byte[] body = reply.body().length == 0 ? BLANK : reply.body();
        OutputStream out = call.begin(reply.with("Connection", "close"), body.length);
        out.write(body);
        out.flush();
        if (moment == Moment.AT_ONCE_READING_ON) {
            call.drain();
        }
        call.drop();
    }
}
