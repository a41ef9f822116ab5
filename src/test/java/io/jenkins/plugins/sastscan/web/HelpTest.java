package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.config.SastServer.DescriptorImpl;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Help tells the defaults that fields have. */
class HelpTest {
    @Test
    void numbers_of_a_server() throws IOException {
        assertDefault("sizeLimitMegabytes", DescriptorImpl.DEFAULT_SIZE_LIMIT_MEGABYTES);
        assertDefault("connectTimeoutSeconds", DescriptorImpl.DEFAULT_CONNECT_TIMEOUT_SECONDS);
        assertDefault("readTimeoutSeconds", DescriptorImpl.DEFAULT_READ_TIMEOUT_SECONDS);
        assertDefault("writeTimeoutSeconds", DescriptorImpl.DEFAULT_WRITE_TIMEOUT_SECONDS);
        assertDefault("retries", DescriptorImpl.DEFAULT_RETRIES);
    }

    private static void assertDefault(String field, int number) throws IOException {
        String help = Files.readString(
                PluginOutput.ROOT.resolve("io/jenkins/plugins/sastscan/config/SastServer/help-" + field + ".html"));
        assertThat(help).containsPattern("Default: " + number + "\\b");
    }
}
