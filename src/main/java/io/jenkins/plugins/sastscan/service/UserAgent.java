package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Properties;

/** How this client names itself. */
final class UserAgent {
    /** Maven's own note in the plugin's jar: unlike a manifest, an agent can read it too. */
    private static final String NOTE = "/META-INF/maven/io.jenkins.plugins/sast-scan/pom.properties";

    static final String VALUE = version()
            .filter(AccessToken::sendable)
            .map(version -> "sast-scan/" + version)
            .orElse("sast-scan");

    private UserAgent() {}

    private static Optional<String> version() {
        Properties note = new Properties();
        try (InputStream in = UserAgent.class.getResourceAsStream(NOTE)) {
            if (in != null) {
                note.load(in);
            }
        } catch (IOException | IllegalArgumentException e) {
            // Nothing depends on the version.
            return Optional.empty();
        }
        return Optional.ofNullable(note.getProperty("version"));
    }
}
