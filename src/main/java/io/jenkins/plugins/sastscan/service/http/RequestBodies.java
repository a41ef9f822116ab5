package io.jenkins.plugins.sastscan.service.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jenkins.plugins.sastscan.service.ByteProgress;
import io.jenkins.plugins.sastscan.service.FormEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** Creates request bodies. */
final class RequestBodies {
    private static final MediaType FORM = MediaType.get("application/x-www-form-urlencoded");
    private static final MediaType BYTES = MediaType.get("application/octet-stream");
    /** A name that tells nothing about this machine. */
    private static final String FILE_NAME = "private.key";

    private RequestBodies() {}

    static RequestBody json(String mediaType, Map<String, String> fields) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        fields.forEach(json::put);
        return RequestBody.create(json.toString().getBytes(StandardCharsets.UTF_8), MediaType.get(mediaType));
    }

    /** Fields in UTF-8, percent-encoded, in the order of the map. */
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

    /** Text parts in the order of the map. One of them may be a file instead. */
    static RequestBody multipart(Map<String, String> fields, String file) {
        MultipartBody.Builder builder = new MultipartBody.Builder().setType(MultipartBody.FORM);
        fields.forEach((name, value) -> {
            if (name.equals(file)) {
                byte[] content = value.getBytes(StandardCharsets.UTF_8);
                builder.addFormDataPart(name, FILE_NAME, RequestBody.create(content, BYTES));
            } else {
                builder.addFormDataPart(name, value);
            }
        });
        return builder.build();
    }

    /** A file, streamed. */
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
                // OkHttp asks before it connects, so nothing is sent if the file does not exist.
                file.check();
                return file.length();
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                file.writeTo(sink.outputStream(), progress);
            }
        };
    }

    private static void encode(String text, ByteArrayOutputStream body) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] buffer = new byte[FormEncoding.bufferSize(bytes.length)];
        body.write(buffer, 0, FormEncoding.encode(bytes, 0, bytes.length, buffer));
    }
}
