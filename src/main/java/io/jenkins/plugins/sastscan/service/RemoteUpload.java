package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import okhttp3.Headers;
import okhttp3.HttpUrl;

/** An upload whose attempts are made on the machine that has the file. */
record RemoteUpload(FileBody body, UploadAttempt.Sender sender) {
    /** @throws UncheckedIOException as the sender failed */
    AttemptResult attempt(PreparedCall call, ProxySettings proxy, Timeouts timeouts, int number, Duration left)
            throws InterruptedException {
        HttpUrl url = call.url();
        if (!(proxy.forTarget(url.host()) instanceof ProxySettings.Anonymous way)) {
            throw new IllegalArgumentException("A proxy's user and password stay on the controller");
        }
        UploadAttempt attempt = new UploadAttempt(
                new UploadAttempt.Way(url.isHttps(), url.host(), url.port(), way, timeouts),
                left,
                number,
                head(call, way instanceof ProxySettings.Http && !url.isHttps()),
                call.token().orElseThrow(),
                body);
        try {
            return sender.send(attempt);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String head(PreparedCall call, boolean wholeUrl) {
        HttpUrl url = call.url();
        String name = url.host().indexOf(':') < 0 ? url.host() : "[" + url.host() + "]";
        String port = url.port() == HttpUrl.defaultPort(url.scheme()) ? "" : ":" + url.port();
        Headers headers = call.headers()
                .newBuilder()
                .add("Host", name + port)
                .add("Content-Type", body.type())
                .add("Content-Length", Long.toString(body.length()))
                .add("Connection", "close")
                .build();
        StringBuilder head = new StringBuilder(call.operation().method())
                .append(' ')
                .append(wholeUrl ? url : url.encodedPath())
                .append(" HTTP/1.1\r\n");
        for (int i = 0; i < headers.size(); i++) {
            head.append(headers.name(i)).append(": ").append(headers.value(i)).append("\r\n");
        }
        return head.toString();
    }
}
