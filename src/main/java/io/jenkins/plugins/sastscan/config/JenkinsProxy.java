package io.jenkins.plugins.sastscan.config;

import hudson.ProxyConfiguration;
import hudson.Util;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SecretText;
import jenkins.model.Jenkins;

/** The proxy that Jenkins is set up with, as values that hold on agents too. */
final class JenkinsProxy {
    private JenkinsProxy() {}

    static ProxySettings settings() {
        ProxyConfiguration proxy = Jenkins.get().getProxy();
        if (proxy == null || Util.fixEmptyAndTrim(proxy.getName()) == null) {
            return ProxySettings.DIRECT;
        }
        return new ProxySettings.Http(
                proxy.getName().strip(),
                proxy.getPort(),
                Util.fixNull(proxy.getUserName()),
                SecretText.of(Util.fixNull(Secret.toString(proxy.getSecretPassword()))),
                ProxySettings.Http.patterns(proxy.getNoProxyHost()));
    }
}
