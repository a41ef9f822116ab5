package io.jenkins.plugins.sastscan.service;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/** What came of one attempt of an upload, as plain values; those of an agent are worth no more than its word. */
public sealed interface UploadReply extends Serializable permits UploadReply.Answered, Trouble {
    /**
     * An answer.
     *
     * @param headers its header lines
     * @param body as much of its body as is of use
     */
    record Answered(int status, List<String> headers, byte[] body, Answer.End end) implements UploadReply {
        private static final long serialVersionUID = 1;

        /** @throws IllegalArgumentException if no answer can be so */
        public Answered {
            headers = List.copyOf(headers);
            long length = 0;
            for (String header : headers) {
                length += header.length();
            }
            if (status < 100 || status > 999 || length > SocketAnswer.LONGEST_HEAD) {
                throw new IllegalArgumentException("no status, or too long a head");
            }
            if (body.length > AnswerReader.LONGEST_ASIDE) {
                throw new IllegalArgumentException("too long a body");
            }
            Objects.requireNonNull(end);
        }
    }
}
