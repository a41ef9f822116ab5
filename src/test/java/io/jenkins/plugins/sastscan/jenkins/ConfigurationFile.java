package io.jenkins.plugins.sastscan.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.config.SastConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import jenkins.model.Jenkins;

/** The file in which Jenkins stores the SAST servers. */
public final class ConfigurationFile {
    private ConfigurationFile() {}

    public static Path path() {
        return Jenkins.get().getRootDir().toPath().resolve(SastConfiguration.class.getName() + ".xml");
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
        SastConfiguration.get().load();
        return SastConfiguration.get();
    }
}
