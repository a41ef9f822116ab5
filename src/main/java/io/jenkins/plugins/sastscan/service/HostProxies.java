package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Sends all hosts through a proxy but those that match a pattern. A caller is to ask for the host: OkHttp asks only for URLs
 * whose host {@link URI} can read, and reaches others, such as {@code build_server}, directly.
 */
final class HostProxies extends ProxySelector {
    private final ProxySettings.Http settings;
    private final Proxy proxy;
    private final List<Pattern> direct;

    HostProxies(ProxySettings.Http settings) {
        this.settings = settings;
        this.proxy = new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(settings.host(), settings.port()));
        this.direct = settings.noProxyHosts().stream().map(HostProxies::pattern).toList();
    }

    ProxySettings.Http settings() {
        return settings;
    }

    /** The way to a host, in whatever way an IPv6 address is written. */
    Proxy of(String host) {
        String bracketed = "[" + host + "]";
        return direct.stream()
                        .anyMatch(pattern -> pattern.matcher(host).matches()
                                || host.indexOf(':') >= 0
                                        && pattern.matcher(bracketed).matches())
                ? Proxy.NO_PROXY
                : proxy;
    }

    @Override
    public List<Proxy> select(URI uri) {
        return List.of(of(uri.getHost()));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException e) {
        // The call itself tells that it failed.
    }

    private static Pattern pattern(String wildcards) {
        String regex = Pattern.quote(wildcards).replace("*", "\\E.*\\Q");
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
    }
}
