package io.jenkins.plugins.sastscan.config;

import com.cloudbees.plugins.credentials.domains.DomainRequirement;
import com.cloudbees.plugins.credentials.domains.URIRequirementBuilder;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import java.util.List;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/**
 * What the domain of credentials must contain so that they can be sent to a URL. A URL without a port means the usual
 * port of its scheme. Otherwise, credentials for another port would match, too.
 */
@Restricted(NoExternalUse.class)
public final class UrlRequirements {
    private UrlRequirements() {}

    static List<DomainRequirement> of(ServiceUrl url) {
        return of(url.scheme(), url.host(), url.port(), url.path());
    }

    /** @param host an IPv6 address has no brackets */
    public static List<DomainRequirement> of(String scheme, String host, int port, String path) {
        return URIRequirementBuilder.create()
                .withScheme(scheme)
                .withHostnamePort(host.contains(":") ? "[" + host + "]" : host, port)
                .withPath(path)
                .build();
    }
}
