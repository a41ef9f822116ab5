package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Help tells the defaults that fields have. */
class HelpTest {
    @Test
    void numbers_of_a_server() throws IOException {
        Timeouts timeouts = Timeouts.DEFAULT;
        assertDefault("sizeLimitMegabytes", SastServer.DEFAULT_SIZE_LIMIT_MEGABYTES);
        assertDefault("connectTimeoutSeconds", timeouts.connect().toSeconds());
        assertDefault("readTimeoutSeconds", timeouts.read().toSeconds());
        assertDefault("writeTimeoutSeconds", timeouts.write().toSeconds());
        assertDefault("retries", CallPolicy.DEFAULT.retries());
    }

    private static void assertDefault(String field, long number) throws IOException {
        String help = Files.readString(
                PluginOutput.ROOT.resolve("io/jenkins/plugins/sastscan/config/SastServer/help-" + field + ".html"));
        assertThat(help).containsPattern("Default: " + number + "\\b");
    }
}
