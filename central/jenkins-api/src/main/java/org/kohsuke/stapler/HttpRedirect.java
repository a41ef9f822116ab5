package org.kohsuke.stapler;

public final class HttpRedirect {
    public HttpRedirect(String url) {
        throw new UnsupportedOperationException();
    }
}
