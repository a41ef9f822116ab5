package io.jenkins.plugins.sastscan.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import okhttp3.Response;
import okhttp3.ResponseBody;

/** Reads no more of an answer than is of use, whatever the service sends. */
final class AnswerReader {
    static final int LONGEST_SUCCESS = 4 * 1024 * 1024;
    /** Enough of a refusal, and of a success whose status decides. */
    static final int LONGEST_ASIDE = 64 * 1024;

    /** Where the status decides, the rest is worth no more waiting than this. */
    private static final long ASIDE_SECONDS = 3;

    private AnswerReader() {}

    /** Reads the answer; lengths count after decompression. Fails only if something that is due stops coming. */
    static Answer read(Response response, Operation.Due due) throws IOException {
        boolean needed = response.isSuccessful() && due != Operation.Due.NOTHING;
        int longest = needed ? LONGEST_SUCCESS : LONGEST_ASIDE;
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        Answer.End end;
        // The body of an answer to a call is never null; only the type of some versions allows it.
        try (ResponseBody body = Objects.requireNonNull(response.body());
                InputStream in = body.byteStream()) {
            if (!needed) {
                body.source().timeout().deadline(ASIDE_SECONDS, TimeUnit.SECONDS);
            }
            end = copy(in, read, longest);
        } catch (InterruptedIOException e) {
            if (needed) {
                throw e;
            }
            end = Answer.End.BROKEN;
        } catch (IOException e) {
            end = Answer.End.BROKEN;
        }
        return new Answer(response.code(), response.headers(), read.toByteArray(), end);
    }

    private static Answer.End copy(InputStream in, ByteArrayOutputStream read, int longest) throws IOException {
        byte[] chunk = new byte[8 * 1024];
        int length = in.read(chunk);
        while (length >= 0) {
            int room = longest - read.size();
            read.write(chunk, 0, Math.min(length, room));
            if (length > room) {
                return Answer.End.TOO_LARGE;
            }
            length = in.read(chunk);
        }
        return Answer.End.WHOLE;
    }
}
