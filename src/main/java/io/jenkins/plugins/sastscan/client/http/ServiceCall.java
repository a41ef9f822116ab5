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
import java.util.Optional;
import java.util.function.LongConsumer;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;
import okio.BufferedSink;

/**
 * A call to the SAST server or to its token endpoint, with one or more attempts.
 *
 * @param body null for a GET, and for an upload
 * @param upload the archive to send; empty for other calls
 * @param secrets masked in messages
 */
public record ServiceCall(
        Operation operation, HttpUrl url, RequestBody body, Optional<Transfer> upload, SecretMask secrets) {
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

        /** Tells whether the upload encoding applies to the operation. */
        boolean isEncoded() {
            return this == UPLOAD || this == WRITE_GIT_SSH_SETTINGS;
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

    /**
     * The archive of a call.
     *
     * @param source opens the archive on this machine
     * @param progress receives the number of archive bytes sent so far
     * @param sender makes the attempts on the machine that has the archive; empty if this machine makes them
     */
    record Transfer(FileBody file, Upload.Content source, LongConsumer progress, Optional<Upload.Sender> sender) {}

    /** Creates a call without content. A POST sends an empty body. */
    public ServiceCall(Operation operation, HttpUrl url) {
        this(
                operation,
                url,
                operation.method.equals("POST") ? RequestBody.create(new byte[0], null) : null,
                Optional.empty(),
                SecretMask.NONE);
    }

    public ServiceCall withJson(Map<String, String> fields) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        fields.forEach(json::put);
        byte[] content = json.toString().getBytes(StandardCharsets.UTF_8);
        return withBody(RequestBody.create(content, MediaType.get(operation.mediaType)));
    }

    /** In multipart encoding, a private key is sent as a file. */
    public ServiceCall withFields(Map<String, String> fields, UploadEncoding encoding) {
        if (encoding == UploadEncoding.FORM) {
            FormBody.Builder form = new FormBody.Builder();
            fields.forEach(form::add);
            return withBody(form.build());
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
        return withBody(parts.build());
    }

    private ServiceCall withBody(RequestBody content) {
        return new ServiceCall(operation, url, content, upload, secrets);
    }

    /** Adds the archive to send; see {@link Transfer}. */
    public ServiceCall withUpload(
            Upload.Archive archive,
            UploadEncoding encoding,
            Upload.Content source,
            LongConsumer progress,
            Optional<Upload.Sender> sender) {
        Transfer transfer = new Transfer(FileBody.of(archive, encoding), source, progress, sender);
        return new ServiceCall(operation, url, null, Optional.of(transfer), secrets);
    }

    public ServiceCall withSecrets(SecretMask more) {
        return new ServiceCall(operation, url, body, upload, secrets.and(more));
    }

    Optional<Upload.Sender> sender() {
        return upload.flatMap(Transfer::sender);
    }

    Optional<FileBody> file() {
        return upload.map(Transfer::file);
    }

    UploadEncoding encoding() {
        UploadEncoding other = body instanceof MultipartBody ? UploadEncoding.MULTIPART : UploadEncoding.FORM;
        return file().map(FileBody::encoding).orElse(other);
    }

    /** Returns all headers except those for the token and the body. */
    Map<String, String> headers() {
        String version = ServiceCall.class.getPackage().getImplementationVersion();
        String userAgent = version == null ? "sast-scan" : "sast-scan/" + version;
        return Map.of("Accept", operation.mediaType, "User-Agent", userAgent);
    }

    /**
     * Returns the body of the request; null for a GET.
     *
     * @param archive the content of the archive; not used by other calls
     */
    RequestBody content(InputStream archive) {
        if (upload.isEmpty()) {
            return body;
        }
        FileBody file = upload.get().file();
        FileBody.Chunks chunks = file.new Chunks(archive, upload.get().progress());
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
            public long contentLength() {
                return file.length();
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                for (byte[] next = chunks.next(); next.length > 0; next = chunks.next()) {
                    sink.write(next);
                }
            }
        };
    }

    /** @param message the cause, and what to do; secrets in external text are already masked */
    ServiceException failure(int status, String message) {
        String target = secrets.maskOwn(withoutSecrets(url));
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
