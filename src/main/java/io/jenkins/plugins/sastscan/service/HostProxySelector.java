package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;

/**
 * Sends all hosts through a proxy but those that are reached directly. A caller is to ask for the host: OkHttp asks only for
 * URLs whose host {@link URI} can read, and reaches others, such as {@code build_server}, directly.
 */
final class HostProxySelector extends ProxySelector {
    private final ProxySettings settings;

    HostProxySelector(ProxySettings settings) {
        this.settings = settings;
    }

    ProxySettings settings() {
        return settings;
    }

    /** The way to a host. */
    Proxy of(String host) {
        ProxySettings way = settings.forTarget(host);
        if (way instanceof ProxySettings.Authenticated authenticated) {
            return http(authenticated.proxy());
        }
        return way instanceof ProxySettings.Http http ? http(http) : Proxy.NO_PROXY;
    }

    private static Proxy http(ProxySettings.Http proxy) {
        return new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.host(), proxy.port()));
    }

    @Override
    public List<Proxy> select(URI uri) {
        return List.of(of(uri.getHost()));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException e) {
        // The call itself tells that it failed.
    }
}
