package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.ServiceAuthentication;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The version stands in the plugin's jar; classes that come from no jar know none. */
class UserAgentTest {
    private static final List<Class<?>> COPIED =
            List.of(UserAgent.class, AccessToken.class, ServiceAuthentication.class);

    @TempDir
    Path jar;

    @Test
    void classes_that_come_from_no_jar_say_no_version() {
        assertThat(UserAgent.VALUE).isEqualTo("sast-scan");
    }

    @ParameterizedTest
    @CsvSource({
        "version=1.2-SNAPSHOT, sast-scan/1.2-SNAPSHOT",
        "version=1 2, sast-scan",
        "version=, sast-scan",
        "other=1, sast-scan",
        "version=\\u00zz, sast-scan",
    })
    void the_version_in_the_jars_note_is_told(String note, String expected) throws Exception {
        Path folder = Files.createDirectories(jar.resolve("META-INF/maven/io.jenkins.plugins/sast-scan"));
        Files.writeString(folder.resolve("pom.properties"), "artifactId=sast-scan\n" + note + "\n");
        for (Class<?> type : COPIED) {
            copy(type);
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, parent())) {
            Field value = loader.loadClass(UserAgent.class.getName()).getDeclaredField("VALUE");
            value.setAccessible(true);
            assertThat(value.get(null)).isEqualTo(expected);
        }
    }

    /** Knows all but the classes copied. */
    private static ClassLoader parent() {
        return new ClassLoader(UserAgentTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (COPIED.stream().anyMatch(type -> type.getName().equals(name))) {
                    throw new ClassNotFoundException(name);
                }
                return super.loadClass(name, resolve);
            }
        };
    }

    private void copy(Class<?> type) throws IOException {
        String name = "/" + type.getName().replace('.', '/') + ".class";
        Path file = jar.resolve(name.substring(1));
        Files.createDirectories(file.getParent());
        try (var in = type.getResourceAsStream(name)) {
            Files.copy(in, file);
        }
    }
}
