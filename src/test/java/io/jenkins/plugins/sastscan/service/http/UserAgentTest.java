package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The version stands in the plugin's jar; classes that come from no jar know none. */
class UserAgentTest {
    @TempDir
    Path jar;

    @ParameterizedTest
    @CsvSource({
        "version=1.2-SNAPSHOT, sast-scan/1.2-SNAPSHOT",
        "version=1 2, sast-scan",
        "version=, sast-scan",
        "other=1, sast-scan",
        "version=\\u00zz, sast-scan",
        "'', sast-scan",
    })
    void the_version_in_the_jars_note_is_told(String note, String expected) throws Exception {
        Path folder = Files.createDirectories(jar.resolve("META-INF/maven/io.jenkins.plugins/sast-scan"));
        Files.writeString(folder.resolve("pom.properties"), "artifactId=sast-scan\n" + note + "\n");
        URL classes = UserAgent.class.getProtectionDomain().getCodeSource().getLocation();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL(), classes}, null)) {
            Field value = loader.loadClass(UserAgent.class.getName()).getDeclaredField("VALUE");
            value.setAccessible(true);
            assertThat(value.get(null)).isEqualTo(expected);
        }
    }
}
