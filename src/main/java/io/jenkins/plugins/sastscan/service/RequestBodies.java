package io.jenkins.plugins.sastscan.service;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** Bodies of requests. */
final class RequestBodies {
    private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");
    private static final MediaType BYTES = MediaType.get("application/octet-stream");

    private RequestBodies() {}

    /** No bytes: {@code Content-Length: 0} and no type. */
    static RequestBody empty() {
        return RequestBody.create(new byte[0], null);
    }

    static RequestBody json(String mediaType, byte[] json) {
        return RequestBody.create(json, MediaType.get(mediaType));
    }

    /** Fields as UTF-8, percent-encoded, in the map's order. */
    static RequestBody form(Map<String, String> fields) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        fields.forEach((name, value) -> {
            if (body.size() > 0) {
                body.write('&');
            }
            encode(name, body);
            body.write('=');
            encode(value, body);
        });
        return RequestBody.create(body.toByteArray(), FORM);
    }

    /** Text parts in the map's order. */
    static RequestBody multipart(Map<String, String> fields) {
        return parts(fields).build();
    }

    private static MultipartBody.Builder parts(Map<String, String> fields) {
        MultipartBody.Builder builder = new MultipartBody.Builder().setType(MultipartBody.FORM);
        fields.forEach(builder::addFormDataPart);
        return builder;
    }

    /** An archive, streamed. */
    static RequestBody file(FileBody file, ByteProgress progress) {
        return new RequestBody() {
            @Override
            public MediaType contentType() {
                return MediaType.get(file.type());
            }

            @Override
            public boolean isOneShot() {
                return true;
            }

            @Override
            public long contentLength() throws BodyFileException {
                // OkHttp asks before it connects: nothing is sent of a file that is not there.
                file.source();
                return file.length();
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                file.writeTo(sink.outputStream(), progress);
            }
        };
    }

    /** Text parts and one small file part. */
    static RequestBody multipart(Map<String, String> fields, String field, String fileName, byte[] file) {
        return parts(fields)
                .addFormDataPart(field, fileName, RequestBody.create(file, BYTES))
                .build();
    }

    private static void encode(String text, ByteArrayOutputStream body) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] buffer = new byte[FormEncoding.bufferSize(bytes.length)];
        body.write(buffer, 0, FormEncoding.encode(bytes, 0, bytes.length, buffer));
    }
}
