package io.jenkins.plugins.sastscan.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/** Reads no more of an answer's body than is of use, whatever the service sends. Runs on agents, too. */
final class AnswerReader {
    static final int LONGEST_SUCCESS = 4 * 1024 * 1024;
    static final int LONGEST_REFUSAL = 64 * 1024;

    /** A refusal is one by its status: its words are worth no more waiting than this. */
    static final long REFUSAL_SECONDS = 3;

    private AnswerReader() {}

    static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    /** Reads a body; lengths count after decompression. Fails only if that of a success stops coming. */
    static Answer.End read(InputStream in, int status, ByteArrayOutputStream read) throws IOException {
        try {
            return copy(in, read, isSuccess(status) ? LONGEST_SUCCESS : LONGEST_REFUSAL);
        } catch (InterruptedIOException e) {
            if (isSuccess(status)) {
                throw e;
            }
            return Answer.End.BROKEN;
        } catch (IOException e) {
            return Answer.End.BROKEN;
        }
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
