package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.PieceStream;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.SecretText;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.UploadAttempt;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import okhttp3.FormBody;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.BufferedSink;

/**
 * A call to the SAST server or to its token endpoint, with one or more attempts.
 *
 * @param sender makes the attempts on the machine that has the file; empty if this machine makes them
 * @param token empty until {@link HttpCalls} adds it
 * @param settings the defaults until {@link HttpCalls} replaces them
 * @param secrets masked in messages
 */
public record ServiceCall(
        Operation operation,
        HttpUrl url,
        Optional<RequestBody> body,
        Optional<UploadAttempt.Sender> sender,
        Optional<AccessToken> token,
        ConnectionSettings settings,
        SecretMask secrets) {
    private static final MediaType BYTES = MediaType.get("application/octet-stream");
    /** The file name of a private key in multipart requests. */
    private static final String FILE_NAME = "private.key";

    /** Creates a call without content. A POST sends an empty body. */
    public ServiceCall(Operation operation, HttpUrl url) {
        this(
                operation,
                url,
                Optional.of(RequestBody.create(new byte[0], null)).filter(empty -> operation.method.equals("POST")),
                Optional.empty(),
                Optional.empty(),
                ConnectionSettings.DEFAULT,
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

    public ServiceCall withSecrets(List<SecretText> more) {
        return new ServiceCall(operation, url, body, sender, token, settings, secrets.and(more));
    }

    private ServiceCall withBody(RequestBody content) {
        return new ServiceCall(operation, url, Optional.of(content), sender, token, settings, secrets);
    }

    /**
     * @param content opens the file
     * @param progress receives the number of file bytes sent so far
     */
    public ServiceCall withFile(
            UploadAttempt.Archive archive,
            UploadEncoding encoding,
            UploadAttempt.Content content,
            LongConsumer progress) {
        return withBody(new OpenedBody(FileBody.of(archive, encoding), content, progress));
    }

    /** @param machine has the file and makes the attempts; the controller never opens the file */
    public ServiceCall withRemoteFile(
            UploadAttempt.Archive archive, UploadEncoding encoding, UploadAttempt.Sender machine) {
        RequestBody file = new OpenedBody(FileBody.of(archive, encoding), archive, bytes -> {});
        return new ServiceCall(operation, url, Optional.of(file), Optional.of(machine), token, settings, secrets);
    }

    Optional<FileBody> file() {
        return body.map(content -> content instanceof OpenedBody opened ? opened.file : null);
    }

    /** The file is opened before each attempt, so that nothing is sent if it cannot be opened. */
    static final class OpenedBody extends RequestBody {
        private final FileBody file;
        private final UploadAttempt.Content content;
        private final LongConsumer progress;
        private volatile InputStream in;

        private OpenedBody(FileBody file, UploadAttempt.Content content, LongConsumer progress) {
            this.file = file;
            this.content = content;
            this.progress = progress;
        }

        /** The caller must close the file. */
        InputStream open() throws IOException, InterruptedException {
            in = content.open();
            return in;
        }

        /** The longest time that the SAST server had to wait for the agent. */
        Duration longestWait() {
            return in instanceof PieceStream pieces ? pieces.longestWait() : Duration.ZERO;
        }

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
            file.write(in, sink.outputStream(), progress);
        }
    }

    ServiceCall withToken(AccessToken authorization) {
        SecretMask more = secrets.and(List.of(new SecretText(authorization.reveal())));
        return new ServiceCall(operation, url, body, sender, Optional.of(authorization), settings, more);
    }

    ServiceCall withSettings(ConnectionSettings connection) {
        SecretMask more = secrets.and(connection.proxy());
        return new ServiceCall(operation, url, body, sender, token, connection, more);
    }

    boolean isProxied() {
        return settings.proxy().isUsedFor(url.host());
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

    Request request() {
        Request.Builder builder = new Request.Builder()
                .url(url)
                .headers(Headers.of(headers()))
                .method(operation.method, body.orElse(null));
        token.ifPresent(t -> builder.header("Authorization", "Bearer " + t.reveal()));
        return builder.build();
    }

    /**
     * @param why the cause of the failure, as a clause; secrets in external text are already masked
     * @param hint what to do, in whole sentences
     */
    ServiceException failure(int status, String why, String hint) {
        String target = secrets.maskOwn(withoutSecrets(url));
        String message = "%s failed (%s %s): %s. %s";
        return new ServiceException(status, message.formatted(operation.label, operation.method, target, why, hint));
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
