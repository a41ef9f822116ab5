package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.AccessToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Properties;

/** The header {@code User-Agent}. */
final class UserAgent {
    /** Written into the jar by Maven. Unlike a manifest, an agent can read it. */
    private static final String FILE = "/META-INF/maven/io.jenkins.plugins/sast-scan/pom.properties";

    static final String VALUE = version()
            .filter(AccessToken::isValid)
            .map(version -> "sast-scan/" + version)
            .orElse("sast-scan");

    private UserAgent() {}

    private static Optional<String> version() {
        Properties properties = new Properties();
        try (InputStream in = UserAgent.class.getResourceAsStream(FILE)) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException | IllegalArgumentException e) {
            // The version is only informational.
            return Optional.empty();
        }
        return Optional.ofNullable(properties.getProperty("version"));
    }
}
