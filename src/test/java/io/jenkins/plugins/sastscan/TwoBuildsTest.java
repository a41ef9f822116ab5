package io.jenkins.plugins.sastscan;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.docs.Documentation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The official build and the central build have the same versions of libraries and the same test environment. */
class TwoBuildsTest {
    private static final Pattern PROPERTY = Pattern.compile("<([\\w.-]+\\.(?:version|baseline))>([^<]+)</\\1>");
    private static final Pattern ENVIRONMENT =
            Pattern.compile("(?s)<(environmentVariables|surefire.excludedEnvironmentVariables)>.*?</\\1>");
    private static final Pattern BOM =
            Pattern.compile("<artifactId>bom-\\$\\{jenkins\\.baseline}\\.x</artifactId>\\s*<version>([^<]+)</version>");

    private final Path root = Documentation.root();
    private final Map<String, String> official = properties(root.resolve("pom.xml"));
    private final Map<String, String> central = properties(root.resolve("central/pom.xml"));

    TwoBuildsTest() throws IOException {}

    @Test
    void both_builds_use_the_junit_version_of_the_parent_pom() {
        assertThat(Test.class.getPackage().getImplementationVersion()).isEqualTo(central.get("junit.version"));
        assertThat(official).doesNotContainKey("junit.version");
    }

    @Test
    void the_module_pom_defines_no_versions() throws IOException {
        assertThat(properties(root.resolve("central/plugin/pom.xml"))).isEmpty();
    }

    @Test
    void both_builds_use_the_same_versions() {
        assertThat(central).containsKeys("archunit.version", "assertj.version", "jimfs.version", "jqwik.version");
        Map<String, String> shared = new TreeMap<>(official);
        shared.keySet().retainAll(central.keySet());
        assertThat(shared)
                .hasSizeGreaterThan(3)
                .allSatisfy((property, version) -> assertThat(central).containsEntry(property, version));
    }

    @Test
    void both_builds_run_tests_in_the_same_environment() throws IOException {
        assertThat(environment(root.resolve("pom.xml")))
                .hasSize(2)
                .isEqualTo(environment(root.resolve("central/plugin/pom.xml")));
    }

    @Test
    void the_readme_of_the_jenkins_api_shows_the_jenkins_version_and_the_bom_version() throws IOException {
        String jenkins =
                official.get("jenkins.version").replace("${jenkins.baseline}", official.get("jenkins.baseline"));
        Matcher bom = BOM.matcher(Files.readString(root.resolve("pom.xml")));
        assertThat(bom.find()).isTrue();
        assertThat(Files.readString(root.resolve("central/jenkins-api/README.md")))
                .contains("Jenkins " + jenkins + " ")
                .contains("`bom-" + official.get("jenkins.baseline") + ".x` " + bom.group(1));
    }

    private static List<String> environment(Path pom) throws IOException {
        return ENVIRONMENT
                .matcher(Files.readString(pom))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private static Map<String, String> properties(Path pom) throws IOException {
        Map<String, String> properties = new TreeMap<>();
        Matcher matcher = PROPERTY.matcher(Files.readString(pom));
        while (matcher.find()) {
            properties.put(matcher.group(1), matcher.group(2));
        }
        return properties;
    }
}
