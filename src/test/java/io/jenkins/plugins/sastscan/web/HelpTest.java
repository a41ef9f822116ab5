package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.config.SastServer;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Help tells the defaults that fields have. */
class HelpTest {
    @Test
    void numbers_of_a_server() throws IOException {
        SastServer defaults = new SastServer("", "", null);
        assertDefault("sizeLimitMegabytes", defaults.getSizeLimitMegabytes());
        assertDefault("connectTimeoutSeconds", defaults.getConnectTimeoutSeconds());
        assertDefault("readTimeoutSeconds", defaults.getReadTimeoutSeconds());
        assertDefault("writeTimeoutSeconds", defaults.getWriteTimeoutSeconds());
        assertDefault("retries", defaults.getRetries());
    }

    private static void assertDefault(String field, int number) throws IOException {
        String help = Files.readString(
                PluginOutput.ROOT.resolve("io/jenkins/plugins/sastscan/config/SastServer/help-" + field + ".html"));
        assertThat(help).containsPattern("Default: " + number + "\\b");
    }
}
