package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.Upload;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.LongConsumer;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;
import okio.BufferedSink;
import okio.Okio;

/**
 * A call to the SAST server or to its token endpoint, with one or more attempts.
 *
 * @param encoding null if the upload encoding does not apply to the operation
 * @param body null for a GET
 * @param file the archive to send; null for other calls
 * @param sender makes the attempts on the machine that has the archive; null if this machine makes them
 * @param secrets masked in messages
 */
public record ServiceCall(
        Operation operation,
        HttpUrl url,
        UploadEncoding encoding,
        RequestBody body,
        FileBody file,
        Upload.Sender sender,
        SecretMask secrets) {
    private static final MediaType BYTES = MediaType.get("application/octet-stream");

    /**
     * The operations in the order of the contract, and two other calls: the access check and the request for an access
     * token.
     */
    public enum Operation {
        LICENSE("Reading the license", "GET", "4.0", Content.JSON),
        BRANCHING_STATUS("Reading the branching status", "GET", "4.0", Content.ANY),
        QUERY("Looking up the query", "GET", "4.0", Content.JSON),
        UPLOAD("Uploading the archive", "POST", "4.0", Content.NONE),
        FORCE_SCAN("Forcing the next scheduled scan", "POST", "4.0", Content.NONE),
        ACCESS("Checking access", "GET", "1.3", Content.JSON),
        GIT_SETTINGS("Reading the Git settings", "GET", "1.3", Content.JSON),
        WRITE_GIT_SETTINGS("Writing the Git settings", "POST", "1.3", Content.NONE),
        WRITE_GIT_SSH_SETTINGS("Writing the Git settings with an SSH key", "POST", "1.3", Content.NONE),
        TOKEN("Requesting an access token", "POST", "", Content.JSON);

        final String label;
        final String method;
        /** The media type of requests and responses, with the version of the REST API. */
        final String mediaType;

        final Content content;

        Operation(String label, String method, String version, Content content) {
            this.label = label;
            this.method = method;
            this.mediaType = version.isEmpty() ? "application/json" : "application/json;v=" + version;
            this.content = content;
        }

        /** Tells whether the operation leaves the SAST server unchanged. */
        boolean isRead() {
            return method.equals("GET") || this == TOKEN;
        }
    }

    /** The content that a successful response must have. A web page is never accepted. */
    enum Content {
        /** A JSON object. */
        JSON,
        /** Any text that arrived completely. If the text is a JSON object, its fields are used. */
        ANY,
        /** No content is needed. */
        NONE
    }

    /** Creates a call without content. A POST sends an empty body. */
    public ServiceCall(Operation operation, HttpUrl url) {
        this(
                operation,
                url,
                null,
                operation.method.equals("POST") ? RequestBody.create(new byte[0], null) : null,
                null,
                null,
                SecretMask.NONE);
    }

    public ServiceCall withJson(Map<String, String> fields) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        fields.forEach(json::put);
        byte[] content = json.toString().getBytes(StandardCharsets.UTF_8);
        return withBody(null, RequestBody.create(content, MediaType.get(operation.mediaType)));
    }

    /** In multipart encoding, a private key is sent as a file. */
    public ServiceCall withFields(Map<String, String> fields, UploadEncoding encoding) {
        if (encoding == UploadEncoding.FORM) {
            FormBody.Builder form = new FormBody.Builder();
            fields.forEach(form::add);
            return withBody(encoding, form.build());
        }
        MultipartBody.Builder parts = new MultipartBody.Builder().setType(MultipartBody.FORM);
        fields.forEach((name, value) -> {
            if (name.equals("privateKey")) {
                byte[] content = value.getBytes(StandardCharsets.UTF_8);
                parts.addFormDataPart(name, "private.key", RequestBody.create(content, BYTES));
            } else {
                parts.addFormDataPart(name, value);
            }
        });
        return withBody(encoding, parts.build());
    }

    private ServiceCall withBody(UploadEncoding as, RequestBody content) {
        return new ServiceCall(operation, url, as, content, null, null, secrets);
    }

    /**
     * Adds an archive that this machine sends.
     *
     * @param progress receives the number of archive bytes sent so far
     */
    public ServiceCall withArchive(
            Upload.Archive archive, UploadEncoding as, Upload.Content content, LongConsumer progress) {
        FileBody sent = FileBody.of(archive, as);
        RequestBody stream = new RequestBody() {
            @Override
            public MediaType contentType() {
                return MediaType.get(sent.type());
            }

            @Override
            public long contentLength() {
                return sent.length();
            }

            @Override
            public boolean isOneShot() {
                return true;
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                try (InputStream in = sent.of(content.open(), progress)) {
                    sink.writeAll(Okio.source(in));
                }
            }
        };
        return new ServiceCall(operation, url, as, stream, sent, null, secrets);
    }

    /** Adds an archive that another machine sends. */
    public ServiceCall withArchive(Upload.Archive archive, UploadEncoding as, Upload.Sender machine) {
        return new ServiceCall(operation, url, as, null, FileBody.of(archive, as), machine, secrets);
    }

    public ServiceCall withSecrets(SecretMask more) {
        return new ServiceCall(operation, url, encoding, body, file, sender, secrets.and(more));
    }

    /** Returns all headers except those for the token and the body. */
    Map<String, String> headers() {
        String version = ServiceCall.class.getPackage().getImplementationVersion();
        String userAgent = version == null ? "sast-scan" : "sast-scan/" + version;
        return Map.of("Accept", operation.mediaType, "User-Agent", userAgent);
    }

    /** @param message the cause, and what to do; secrets in external text are already masked */
    ServiceException failure(int status, String message) {
        String target = secrets.mask(withoutSecrets(url));
        return new ServiceException(
                status, "%s failed (%s %s): %s".formatted(operation.label, operation.method, target, message));
    }

    static String withoutSecrets(HttpUrl url) {
        return url.newBuilder()
                .username("")
                .password("")
                .query(null)
                .fragment(null)
                .build()
                .toString();
    }
}
