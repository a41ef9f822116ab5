package org.kohsuke.stapler;

public final class HttpRedirect implements HttpResponse {
    public HttpRedirect(String url) {
        throw new UnsupportedOperationException();
    }
}
