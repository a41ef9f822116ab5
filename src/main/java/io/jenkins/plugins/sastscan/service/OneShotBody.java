package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** A body that OkHttp must not send again by itself. */
final class OneShotBody extends RequestBody {
    private final RequestBody body;

    OneShotBody(RequestBody body) {
        this.body = body;
    }

    @Override
    public MediaType contentType() {
        return body.contentType();
    }

    @Override
    public long contentLength() throws IOException {
        return body.contentLength();
    }

    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        body.writeTo(sink);
    }
}
