package io.jenkins.plugins.sastscan.jenkins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.logging.Level;
import jenkins.model.Jenkins;
import org.jvnet.hudson.test.LogRecorder;

/** The file in which Jenkins stores the SAST servers. */
public final class ConfigurationFile {
    /** Earlier plugin versions stored this file. It does not say which jobs can use a SAST server. */
    public static final String EARLIER = """
            <?xml version='1.1' encoding='UTF-8'?>
            <io.jenkins.plugins.sastscan.config.SastConfiguration>
              <servers>
                <io.jenkins.plugins.sastscan.config.SastServer>
                  <name>main</name>
                  <url>https://main.example.org/api</url>
                  <authentication class="io.jenkins.plugins.sastscan.config.AccessTokenAuthentication">
                    <credentialsId>token</credentialsId>
                  </authentication>
                  <uploadEncoding>FORM</uploadEncoding>
                  <uploadFrom>AGENT</uploadFrom>
                  <sizeLimitMegabytes>4000</sizeLimitMegabytes>
                  <connectTimeoutSeconds>30</connectTimeoutSeconds>
                  <readTimeoutSeconds>1200</readTimeoutSeconds>
                  <writeTimeoutSeconds>120</writeTimeoutSeconds>
                  <retries>3</retries>
                  <allowPlainHttp>false</allowPlainHttp>
                  <access>
                    <rules/>
                    <jobCredentialsId></jobCredentialsId>
                    <allowChangeRequests>false</allowChangeRequests>
                  </access>
                </io.jenkins.plugins.sastscan.config.SastServer>
              </servers>
            </io.jenkins.plugins.sastscan.config.SastConfiguration>
            """;

    public static final String RULE = "<io.jenkins.plugins.sastscan.config.AccessRule><item>team</item>"
            + "<projects></projects></io.jenkins.plugins.sastscan.config.AccessRule>";

    public static final String UNREADABLE = "The stored settings could not be read completely.";

    private ConfigurationFile() {}

    public static Path path() {
        return Jenkins.get().getRootDir().toPath().resolve(SastConfiguration.class.getName() + ".xml");
    }

    /** Configures SAST servers with these names, and returns the content of the stored file. */
    public static String of(String... names) throws Exception {
        Servers.configure(names);
        return Files.readString(path());
    }

    /** Replaces all matches of a regular expression. Fails if there is no match. */
    public static String replace(String text, String regex, String replacement) {
        String replaced = text.replaceAll("(?s)" + regex, replacement);
        assertThat(replaced).isNotEqualTo(text);
        return replaced;
    }

    /** Reads a file as Jenkins does when it starts. */
    public static SastConfiguration read(String xml) throws Exception {
        Files.writeString(path(), xml);
        return new SastConfiguration();
    }

    /** Reads the file again. Asserts that the message is logged, and that steps fail with this message. */
    public static void assertReported(SastConfiguration configuration, String message) throws Exception {
        assertReported(configuration, "", message);
    }

    /** @param server the name of the SAST server; empty for the only one */
    public static void assertReported(SastConfiguration configuration, String server, String message) throws Exception {
        try (var log = new LogRecorder()) {
            log.record(SastConfiguration.class, Level.WARNING).capture(10);
            new SastConfiguration();
            assertThat(log.getMessages()).anyMatch(line -> line.contains(message));
        }
        assertThatThrownBy(() -> configuration.server(server, null, Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(message);
    }
}
