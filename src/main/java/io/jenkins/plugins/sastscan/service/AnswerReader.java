package io.jenkins.plugins.sastscan.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;
import okhttp3.Response;
import okhttp3.ResponseBody;

/** Reads no more of an answer than is of use, whatever the service sends. */
final class AnswerReader {
    static final int LONGEST_SUCCESS = 4 * 1024 * 1024;
    static final int LONGEST_REFUSAL = 64 * 1024;

    /** A refusal is one by its status: its words are worth no more waiting than this. */
    private static final long REFUSAL_SECONDS = 3;

    private AnswerReader() {}

    /** Reads the answer; lengths count after decompression. Fails only if a success stops coming. */
    static Answer read(Response response) throws IOException {
        boolean success = response.isSuccessful();
        int longest = success ? LONGEST_SUCCESS : LONGEST_REFUSAL;
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        Answer.End end;
        try (ResponseBody body = response.body();
                InputStream in = body.byteStream()) {
            if (!success) {
                body.source().timeout().deadline(REFUSAL_SECONDS, TimeUnit.SECONDS);
            }
            end = copy(in, read, longest);
        } catch (InterruptedIOException e) {
            if (success) {
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
