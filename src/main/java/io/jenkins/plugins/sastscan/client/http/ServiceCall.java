package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;

/**
 * A call to the SAST server or to its token endpoint, with one or more attempts.
 *
 * @param body empty for a GET, and for an upload
 * @param upload the archive to send; empty for other calls
 * @param secrets masked in messages
 */
public record ServiceCall(
        Operation operation, HttpUrl url, Optional<RequestBody> body, Optional<Upload> upload, SecretMask secrets) {
    private static final MediaType BYTES = MediaType.get("application/octet-stream");
    /** The file name of a private key in multipart requests. */
    private static final String FILE_NAME = "private.key";

    /**
     * The archive of a call.
     *
     * @param content opens the archive on this machine
     * @param progress receives the number of archive bytes sent so far
     * @param sender makes the attempts on the machine that has the archive; empty if this machine makes them
     */
    public record Upload(
            FileBody file,
            UploadAttempt.Content content,
            LongConsumer progress,
            Optional<UploadAttempt.Sender> sender) {}

    /** Creates a call without content. A POST sends an empty body. */
    public ServiceCall(Operation operation, HttpUrl url) {
        this(
                operation,
                url,
                Optional.of(RequestBody.create(new byte[0], null)).filter(empty -> operation.method.equals("POST")),
                Optional.empty(),
                SecretMask.NONE);
    }

    public ServiceCall withJson(Map<String, String> fields) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        fields.forEach(json::put);
        return withBody(RequestBody.create(
                json.toString().getBytes(StandardCharsets.UTF_8), MediaType.get(operation.mediaType)));
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
                parts.addFormDataPart(name, FILE_NAME, RequestBody.create(content, BYTES));
            } else {
                parts.addFormDataPart(name, value);
            }
        });
        return withBody(parts.build());
    }

    private ServiceCall withBody(RequestBody content) {
        return new ServiceCall(operation, url, Optional.of(content), upload, secrets);
    }

    public ServiceCall withUpload(Upload sent) {
        return new ServiceCall(operation, url, Optional.empty(), Optional.of(sent), secrets);
    }

    public ServiceCall withSecrets(SecretMask more) {
        return new ServiceCall(operation, url, body, upload, secrets.and(more));
    }

    boolean isMadeByAgent() {
        return upload.flatMap(Upload::sender).isPresent();
    }

    Optional<FileBody> file() {
        return upload.map(Upload::file);
    }

    UploadEncoding encoding() {
        boolean parts = body.filter(MultipartBody.class::isInstance).isPresent();
        return file().map(FileBody::encoding).orElse(parts ? UploadEncoding.MULTIPART : UploadEncoding.FORM);
    }

    /** Returns all headers except those for the token and the body. */
    Map<String, String> headers() {
        String version = ServiceCall.class.getPackage().getImplementationVersion();
        String userAgent = version == null ? "sast-scan" : "sast-scan/" + version;
        return Map.of("Accept", operation.mediaType, "User-Agent", userAgent);
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
