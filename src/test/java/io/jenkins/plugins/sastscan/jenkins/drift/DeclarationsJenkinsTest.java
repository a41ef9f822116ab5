package io.jenkins.plugins.sastscan.jenkins.drift;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Descriptor;
import hudson.util.VersionNumber;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.jenkins.drift.PluginReferences.MemberReference;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the central build is compiled against is what Jenkins has. */
class DeclarationsJenkinsTest {
    private static final Path CENTRAL = Path.of("central");

    @TempDir
    static Path temporary;

    private static Declarations declarations;
    private static PluginReferences references;
    private static ClassWorld real;
    private static ClassWorld declared;

    @BeforeAll
    static void read() throws IOException, URISyntaxException {
        declarations = Declarations.compile(CENTRAL.resolve("jenkins-api/src/main/java"), temporary);
        declared = declarations.world();
        real = new ClassWorld(DeclarationsJenkinsTest.class.getClassLoader());
        references = PluginReferences.of(Path.of(SastServer.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI()));
    }

    @AfterAll
    static void close() throws IOException {
        declarations.close();
    }

    @Test
    void every_type_that_the_plugin_uses_is_there_and_declared() {
        assertThat(references.types).contains(Descriptor.class.getName());
        assertThat(references.types).allSatisfy(name -> {
            assertThat(real.type(name)).as("%s in Jenkins", name).isPresent();
            assertThat(declared.type(name))
                    .as("%s in central/jenkins-api", name)
                    .isPresent();
        });
    }

    @Test
    void every_member_that_the_plugin_uses_is_there_and_declared_alike() {
        List<String> drifts = new ArrayList<>();
        for (MemberReference reference : references.members) {
            Optional<Member> used = real.type(reference.owner())
                    .flatMap(owner -> real.member(owner, reference.name(), reference.descriptor()));
            if (used.isEmpty()) {
                drifts.add(reference + " is not in Jenkins");
            } else if (PluginReferences.isJenkins(used.get().getDeclaringClass().getName())) {
                drift(reference, used.get()).ifPresent(drifts::add);
            }
        }
        assertThat(drifts).isEmpty();
    }

    private static Optional<String> drift(MemberReference reference, Member used) {
        String owner = PluginReferences.isJenkins(reference.owner())
                ? reference.owner()
                : used.getDeclaringClass().getName();
        Optional<Member> declaration =
                declared.type(owner).flatMap(type -> declared.member(type, reference.name(), reference.descriptor()));
        if (declaration.isEmpty()) {
            return Optional.of(used + " is not declared in central/jenkins-api");
        }
        boolean alike = Modifier.isStatic(declaration.get().getModifiers()) == Modifier.isStatic(used.getModifiers());
        return alike ? Optional.empty() : Optional.of(used + " is declared as " + declaration.get());
    }

    @Test
    void nothing_is_declared_that_jenkins_does_not_have() throws IOException {
        List<String> drifts = new ArrayList<>();
        for (String name : declarations.names()) {
            Optional<Class<?>> reality = real.type(name);
            if (reality.isEmpty()) {
                drifts.add(name + " is declared, but there is none");
            } else {
                drifts.addAll(TypeComparison.drifts(declared.type(name).orElseThrow(), reality.get(), real));
            }
        }
        assertThat(drifts).isEmpty();
    }

    @Test
    void the_declarations_are_few() throws IOException {
        assertThat(declarations.names()).hasSizeBetween(1, 115);
    }

    @ParameterizedTest
    @CsvSource({
        "ant, ant",
        "commons-compress, commons-compress",
        "jackson, jackson-databind",
        "localizer, localizer",
        "okhttp, okhttp"
    })
    void the_central_build_has_no_newer_library_than_jenkins_brings(String property, String artifact)
            throws IOException {
        String open = "<" + property + ".version>";
        Matcher version = Pattern.compile(open + "([^<]+)<").matcher(Files.readString(CENTRAL.resolve("pom.xml")));
        assertThat(version.find()).as(open).isTrue();
        Pattern jar = Pattern.compile(".*[/\\\\]" + artifact + "-([0-9.]+)\\.jar");
        List<VersionNumber> here = Stream.of(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(jar::matcher)
                .filter(Matcher::matches)
                .map(match -> new VersionNumber(match.group(1)))
                .toList();
        assertThat(here)
                .isNotEmpty()
                .allSatisfy(brought -> assertThat(brought).isGreaterThanOrEqualTo(new VersionNumber(version.group(1))));
    }
}
