package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserAgentTest {
    private static final String CALL = Call.class.getName();

    @TempDir
    Path directory;

    @Test
    void classes_outside_of_a_jar_have_no_version() {
        assertThat(Call.userAgent()).isEqualTo("sast-scan");
    }

    @Test
    void the_version_is_the_one_in_the_manifest() throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "1.2-SNAPSHOT");
        Path jar = directory.resolve("plugin.jar");
        String file = CALL.replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream in = Call.class.getResourceAsStream("/" + file)) {
            out.putNextEntry(new JarEntry(file));
            in.transferTo(out);
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, allButCall())) {
            Method userAgent = loader.loadClass(CALL).getDeclaredMethod("userAgent");
            userAgent.setAccessible(true);
            assertThat(userAgent.invoke(null)).isEqualTo("sast-scan/1.2-SNAPSHOT");
        }
    }

    private static ClassLoader allButCall() {
        return new ClassLoader(UserAgentTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.equals(CALL)) {
                    throw new ClassNotFoundException(name);
                }
                return super.loadClass(name, resolve);
            }
        };
    }
}
