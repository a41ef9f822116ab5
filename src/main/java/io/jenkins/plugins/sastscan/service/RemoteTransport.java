package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import okhttp3.Headers;
import okhttp3.HttpUrl;

/** Has attempts of an upload made on the machine that has the file, and decides here what came of them. */
final class RemoteTransport implements Transport {
    private final HttpTransport settings;
    private final FileBody body;
    private final UploadAttempt.Sender sender;

    /** @param settings tells the proxy and the time-outs */
    RemoteTransport(HttpTransport settings, FileBody body, UploadAttempt.Sender sender) {
        this.settings = settings;
        this.body = body;
        this.sender = sender;
    }

    /** @throws UncheckedIOException as the sender failed */
    @Override
    public Outcome attempt(PreparedCall call, int number, Deadline deadline) throws InterruptedException {
        ProxySettings.Anonymous proxy = proxy(call.url());
        UploadReply reply;
        try {
            reply = sender.send(attempt(call, proxy, number, deadline.remaining()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (reply instanceof UploadReply.Answered answered) {
            return answer(answered);
        }
        Trouble trouble = (Trouble) reply;
        if (trouble.kind() == Trouble.Kind.DEADLINE) {
            return new Outcome.Failed(Diagnosis.deadline(call, deadline.whole()), false);
        }
        Optional<String> through = proxy instanceof ProxySettings.Http http
                ? Optional.of(http.host() + ":" + http.port())
                : Optional.empty();
        return Diagnosis.of(trouble, through, call);
    }

    private ProxySettings.Anonymous proxy(HttpUrl url) {
        if (settings.proxy().forTarget(url.host()) instanceof ProxySettings.Anonymous way) {
            return way;
        }
        throw new IllegalArgumentException("A proxy's user and password stay on the controller");
    }

    private UploadAttempt attempt(PreparedCall call, ProxySettings.Anonymous proxy, int number, Duration left) {
        HttpUrl url = call.url();
        return new UploadAttempt(
                new UploadAttempt.Way(url.isHttps(), url.host(), url.port(), proxy, settings.timeouts()),
                left,
                number,
                head(call, proxy instanceof ProxySettings.Http && !url.isHttps()),
                call.token().orElseThrow(),
                body);
    }

    private String head(PreparedCall call, boolean wholeUrl) {
        HttpUrl url = call.url();
        StringBuilder head = new StringBuilder(call.operation().method())
                .append(' ')
                .append(wholeUrl ? url : url.encodedPath())
                .append(" HTTP/1.1\r\nHost: ")
                .append(host(url))
                .append("\r\n");
        Headers headers = call.headers();
        for (int i = 0; i < headers.size(); i++) {
            head.append(headers.name(i)).append(": ").append(headers.value(i)).append("\r\n");
        }
        return head.append("Content-Type: ")
                .append(body.type())
                .append("\r\nContent-Length: ")
                .append(body.length())
                .append("\r\nConnection: close\r\n")
                .toString();
    }

    private static String host(HttpUrl url) {
        String host = url.host().indexOf(':') < 0 ? url.host() : "[" + url.host() + "]";
        return url.port() == HttpUrl.defaultPort(url.scheme()) ? host : host + ":" + url.port();
    }

    private static Answer answer(UploadReply.Answered answered) {
        return new Answer(answered.status(), headers(answered.headers()), answered.body(), answered.end());
    }

    private static Headers headers(List<String> lines) {
        Headers.Builder headers = new Headers.Builder();
        for (String line : lines) {
            int colon = line.indexOf(':');
            try {
                headers.addUnsafeNonAscii(
                        line.substring(0, Math.max(0, colon)).strip(),
                        line.substring(colon + 1).strip());
            } catch (IllegalArgumentException e) {
                // A line that is none says nothing.
                continue;
            }
        }
        return headers.build();
    }
}
