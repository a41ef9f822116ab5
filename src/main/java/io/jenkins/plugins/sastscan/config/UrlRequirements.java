package io.jenkins.plugins.sastscan.config;

import com.cloudbees.plugins.credentials.domains.DomainRequirement;
import com.cloudbees.plugins.credentials.domains.URIRequirementBuilder;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * What the domain of credentials must contain so that they can be sent to a URL. A URL without a port means the usual
 * port of its scheme. Otherwise, credentials for another port would match, too.
 */
@Restricted(NoExternalUse.class)
public final class UrlRequirements {
    private static final Map<String, Integer> USUAL_PORTS = Map.of("https", 443, "http", 80, "ssh", 22, "git", 9418);

    private UrlRequirements() {}

    /** @param url has one of the schemes https, http, ssh and git, and a host */
    public static List<DomainRequirement> of(URI url) {
        int port = url.getPort() < 0 ? USUAL_PORTS.get(url.getScheme()) : url.getPort();
        return of(url.getScheme(), url.getHost(), port, url.getRawPath());
    }

    static List<DomainRequirement> of(ServiceUrl url) {
        String host = url.host().contains(":") ? "[" + url.host() + "]" : url.host();
        return of(url.scheme(), host, url.port(), url.path());
    }

    private static List<DomainRequirement> of(String scheme, String host, int port, String path) {
        return URIRequirementBuilder.create()
                .withScheme(scheme)
                .withHostnamePort(host, port)
                .withPath(path)
                .build();
    }
}
