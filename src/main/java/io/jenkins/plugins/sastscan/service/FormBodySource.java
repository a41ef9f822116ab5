package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** A form of text fields and then a file, all percent-encoded, with its exact length. */
final class FormBodySource implements BodySource {
    private static final MediaType TYPE = MediaType.get("application/x-www-form-urlencoded");

    private final String prefix;
    private final SourceFile file;
    private final long encodedFile;
    private final ByteProgress progress;

    /** @throws InterruptedException if the thread is interrupted while the file is read for its length */
    FormBodySource(String field, SourceFile file, ByteProgress progress) throws FileTrouble, InterruptedException {
        this.prefix = field + "=";
        this.file = file;
        this.encodedFile = file.encodedLength();
        this.progress = progress;
    }

    @Override
    public RequestBody open() {
        return new OneShotBody(new RequestBody() {
            @Override
            public MediaType contentType() {
                return TYPE;
            }

            @Override
            public long contentLength() {
                return prefix.length() + encodedFile;
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                sink.write(prefix.getBytes(StandardCharsets.US_ASCII));
                file.writeTo(sink, new Encoder(), progress);
            }
        });
    }

    /** Never writes more than was counted, and fails if it is less in the end. */
    private final class Encoder implements SourceFile.Part {
        private byte[] buffer = new byte[0];
        private long left = encodedFile;
        private long fileLeft = file.size();

        @Override
        public void write(byte[] bytes, int length, BufferedSink sink) throws IOException {
            int needed = FormEncoding.bufferSize(length);
            if (buffer.length < needed) {
                buffer = new byte[needed];
            }
            int encoded = FormEncoding.encode(bytes, 0, length, buffer);
            left -= encoded;
            fileLeft -= length;
            if (left < 0 || (fileLeft == 0 && left > 0)) {
                throw file.changed();
            }
            sink.write(buffer, 0, encoded);
        }
    }
}
