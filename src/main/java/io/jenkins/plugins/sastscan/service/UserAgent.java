package io.jenkins.plugins.sastscan.service;

import java.util.Optional;

/** How this client names itself. */
final class UserAgent {
    static final String VALUE = Optional.ofNullable(UserAgent.class.getPackage().getImplementationVersion())
            .filter(AccessToken::sendable)
            .map(version -> "sast-scan/" + version)
            .orElse("sast-scan");

    private UserAgent() {}
}
