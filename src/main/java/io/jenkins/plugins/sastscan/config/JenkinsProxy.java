package io.jenkins.plugins.sastscan.config;

import hudson.ProxyConfiguration;
import hudson.Util;
import hudson.util.Secret;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.SecretText;
import jenkins.model.Jenkins;

/** The proxy configuration of Jenkins. */
final class JenkinsProxy {
    private JenkinsProxy() {}

    static ProxySettings settings() {
        ProxyConfiguration proxy = Jenkins.get().getProxy();
        if (proxy == null || Util.fixEmptyAndTrim(proxy.getName()) == null) {
            return ProxySettings.DIRECT;
        }
        ProxySettings http = ProxySettings.http(
                proxy.getName().strip(), proxy.getPort(), ProxySettings.patterns(proxy.getNoProxyHost()));
        String user = Util.fixNull(proxy.getUserName());
        return user.isEmpty()
                ? http
                : http.withUser(user, SecretText.of(Util.fixNull(Secret.toString(proxy.getSecretPassword()))));
    }
}
