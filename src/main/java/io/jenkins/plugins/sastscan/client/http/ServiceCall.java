package io.jenkins.plugins.sastscan.client.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.client.Upload;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import okhttp3.FormBody;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.RequestBody;
import okio.BufferedSink;
import okio.ByteString;
import okio.Okio;

/**
 * A call to the SAST server or to its token endpoint, with one or more attempts.
 *
 * @param encoding matters only to the operations that send a file
 * @param fields of the request body; empty for a GET, and for an upload
 * @param archive null for calls other than an upload
 * @param transport null for calls other than an upload
 * @param secrets masked in messages
 */
public record ServiceCall(
        Operation operation,
        HttpUrl url,
        UploadEncoding encoding,
        Map<String, String> fields,
        Upload.Archive archive,
        Upload.Transport transport,
        SecretMask secrets) {
    /**
     * The operations in the order of the contract, and other calls: the access check, the check whether anything answers,
     * which is not retried, and the request for an access token.
     */
    public enum Operation {
        LICENSE("Reading the license", "GET", "4.0"),
        BRANCHING_STATUS("Reading the branching status", "GET", "4.0"),
        QUERY("Looking up the query", "GET", "4.0"),
        UPLOAD("Uploading the archive", "POST", "4.0"),
        FORCE_SCAN("Forcing the next scheduled scan", "POST", "4.0"),
        ACCESS("Checking access", "GET", "1.3"),
        REACHABILITY("Checking the connection", "GET", "1.3"),
        GIT_SETTINGS("Reading the Git settings", "GET", "1.3"),
        WRITE_GIT_SETTINGS("Writing the Git settings", "POST", "1.3"),
        WRITE_GIT_SSH_SETTINGS("Writing the Git settings with an SSH key", "POST", "1.3"),
        TOKEN("Requesting an access token", "POST", "");

        final String label;
        final String method;
        /** The media type of requests and responses, with the version of the REST API. */
        final String mediaType;

        Operation(String label, String method, String version) {
            this.label = label;
            this.method = method;
            this.mediaType = version.isEmpty() ? "application/json" : "application/json;v=" + version;
        }

        /** Tells whether the operation sends a file, so that the upload encoding applies. */
        boolean isEncoded() {
            return this == UPLOAD || this == WRITE_GIT_SSH_SETTINGS;
        }

        /**
         * Tells whether the operation leaves the SAST server unchanged. If so, it needs the whole content of the response.
         * For other operations, the status decides.
         */
        boolean isRead() {
            return method.equals("GET") || this == TOKEN;
        }
    }

    public ServiceCall(Operation operation, HttpUrl url, Map<String, String> fields) {
        this(operation, url, UploadEncoding.FORM, fields, null, null, SecretMask.NONE);
    }

    ServiceCall withEncoding(UploadEncoding as) {
        return new ServiceCall(operation, url, as, fields, archive, transport, secrets);
    }

    public ServiceCall withSecrets(SecretMask more) {
        return new ServiceCall(operation, url, encoding, fields, archive, transport, secrets.and(more));
    }

    /** Returns the machine that sends the archive; null if this machine makes the call. */
    Upload.Sender sender() {
        return transport instanceof Upload.Sender sender ? sender : null;
    }

    /** Call this for an upload. */
    FileBody file() {
        return FileBody.of(archive, encoding);
    }

    /** Returns the request that another machine sends. */
    Upload upload(AccessToken token, ConnectionSettings settings) {
        return new Upload(
                url.toString(),
                headers(),
                token,
                archive,
                encoding,
                settings.proxy().isUsedFor(url.host()) ? settings.proxy().address() : null,
                settings.timeouts(),
                settings.certificates());
    }

    /** Returns the body of a request from this machine; null for a GET. */
    RequestBody body() {
        return switch (operation) {
            case UPLOAD -> stream(file(), (Upload.Content) transport);
            case FORCE_SCAN -> RequestBody.create(new byte[0], null);
            case WRITE_GIT_SETTINGS -> json();
            case WRITE_GIT_SSH_SETTINGS -> encoding == UploadEncoding.FORM ? form() : multipart();
            case TOKEN -> form();
            default -> null;
        };
    }

    private RequestBody json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        fields.forEach(json::put);
        return RequestBody.create(ByteString.encodeUtf8(json.toString()), MediaType.get(operation.mediaType));
    }

    private RequestBody form() {
        FormBody.Builder form = new FormBody.Builder();
        fields.forEach(form::add);
        return form.build();
    }

    /** The private key is sent as a file. */
    private RequestBody multipart() {
        MultipartBody.Builder parts = new MultipartBody.Builder().setType(MultipartBody.FORM);
        fields.forEach((name, value) -> {
            boolean key = name.equals("privateKey");
            MediaType type = key ? MediaType.get("application/octet-stream") : null;
            RequestBody content = RequestBody.create(ByteString.encodeUtf8(value), type);
            parts.addFormDataPart(name, key ? "private.key" : null, content);
        });
        return parts.build();
    }

    private static RequestBody stream(FileBody sent, Upload.Content content) {
        return new RequestBody() {
            @Override
            public MediaType contentType() {
                return MediaType.get(sent.type());
            }

            @Override
            public long contentLength() {
                return sent.length();
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                try (InputStream in = sent.of(content.file().read(), content.progress())) {
                    sink.writeAll(Okio.source(in));
                }
            }
        };
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

    /** Shows no field, because fields can be secrets. */
    @Override
    public String toString() {
        return operation.label;
    }

    static String withoutSecrets(HttpUrl url) {
        return url.toString().replaceFirst("//[^/]*@", "//").replaceFirst("[?#].*", "");
    }
}
