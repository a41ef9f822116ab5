package io.jenkins.plugins.sastscan.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/** Reads no more of an answer's body than is of use, whatever the service sends. Runs on agents, too. */
final class ResponseBodyReader {
    static final int LONGEST_SUCCESS = 4 * 1024 * 1024;
    /** Enough of a refusal, and of a success whose status decides. */
    static final int LONGEST_ASIDE = 64 * 1024;

    /** Where the status decides, the rest is worth no more waiting than this. */
    static final long ASIDE_SECONDS = 3;

    private ResponseBodyReader() {}

    /**
     * Reads a body; lengths count after decompression. Fails only if something that is due stops coming.
     *
     * @param due whether the body matters, and not the status alone
     */
    static ServiceResponse.End read(InputStream in, boolean due, ByteArrayOutputStream read) throws IOException {
        try {
            return copy(in, read, due ? LONGEST_SUCCESS : LONGEST_ASIDE);
        } catch (InterruptedIOException e) {
            if (due) {
                throw e;
            }
            return ServiceResponse.End.BROKEN;
        } catch (IOException e) {
            return ServiceResponse.End.BROKEN;
        }
    }

    private static ServiceResponse.End copy(InputStream in, ByteArrayOutputStream read, int longest)
            throws IOException {
        byte[] chunk = new byte[8 * 1024];
        int length = in.read(chunk);
        while (length >= 0) {
            int room = longest - read.size();
            read.write(chunk, 0, Math.min(length, room));
            if (length > room) {
                return ServiceResponse.End.TOO_LARGE;
            }
            length = in.read(chunk);
        }
        return ServiceResponse.End.WHOLE;
    }
}
