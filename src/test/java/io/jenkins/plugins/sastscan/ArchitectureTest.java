package io.jenkins.plugins.sastscan;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.contentOf;

import com.fasterxml.jackson.core.ObjectCodec;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import hudson.FilePath;
import hudson.remoting.VirtualChannel;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.docs.Documentation;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

@AnalyzeClasses(packages = "io.jenkins.plugins.sastscan", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule each_package_is_used_only_by_the_listed_packages = layers(
                    layeredArchitecture().consideringOnlyDependenciesInLayers(),
                    "..",
                    Map.of(
                            "text", "archive client report config build step admin",
                            "archive", "report config build step",
                            "client", "report config build step admin",
                            "report", "build step admin",
                            "config", "build step admin",
                            "build", "step admin",
                            "step", "",
                            "admin", ""))
            .ensureAllClassesAreContainedInArchitecture();

    @ArchTest
    static final ArchRule subpackages_of_archive_are_used_only_by_the_listed_packages = layers(
            layeredArchitecture().consideringAllDependencies().layer("archive").definedBy("..sastscan.archive"),
            "",
            Map.of(
                    "archive.select", "archive",
                    "archive.zip", "archive"));

    /** @param users maps each package to the packages that may use it */
    private static LayeredArchitecture layers(LayeredArchitecture layers, String end, Map<String, String> users) {
        for (String name : users.keySet()) {
            layers = layers.layer(name).definedBy("..sastscan." + name + end);
        }
        for (Map.Entry<String, String> each : users.entrySet()) {
            var layer = layers.whereLayer(each.getKey());
            layers = each.getValue().isEmpty()
                    ? layer.mayNotBeAccessedByAnyLayer()
                    : layer.mayOnlyBeAccessedByLayers(each.getValue().split(" "));
        }
        return layers;
    }

    @ArchTest
    static final ArchRule subpackages_of_archive_do_not_use_the_entry_points_of_archive = noUse(
            resideInAPackage("..sastscan.archive.*.."),
            nameMatching(".*\\.sastscan\\.archive\\.(DirectoryArchiver|ReadyArchive)"));

    @ArchTest
    static final ArchRule only_the_client_package_uses_the_http_package = noUse(
            resideOutsideOfPackages("..sastscan.client", "..sastscan.client.http.."),
            resideInAPackage("..sastscan.client.http.."));

    @ArchTest
    static final ArchRule the_http_package_does_not_use_the_client_class =
            noUse(resideInAPackage("..sastscan.client.http.."), nameMatching(".*\\.sastscan\\.client\\.SastClient"));

    @ArchTest
    static final ArchRule the_listed_packages_do_not_depend_on_jenkins = noUse(
            resideInAnyPackage(
                    "..sastscan.client..",
                    "..sastscan.archive..",
                    "..sastscan.build.git..",
                    "..sastscan.build.project..",
                    "..sastscan.text.."),
            resideInAnyPackage(
                    "hudson..",
                    "jenkins..",
                    "org.jenkinsci..",
                    "org.kohsuke..",
                    "com.cloudbees..",
                    "io.jenkins.plugins.okhttp.."));

    @ArchTest
    static final ArchRule only_the_client_uses_http_libraries = noUse(
            resideOutsideOfPackages("..sastscan.client.."),
            resideInAnyPackage("okhttp3..", "okio..", "java.net.http.."));

    @ArchTest
    static final ArchRule only_the_client_and_the_project_records_use_json = noUse(
            resideOutsideOfPackages("..sastscan.client..", "..build.project"), resideInAnyPackage("com.fasterxml.."));

    /** An agent can answer late or never, so each call to it needs a limit. The listed methods make no call. */
    @ArchTest
    static final ArchRule only_remote_work_calls_agents_directly = noClasses()
            .that()
            .haveNameNotMatching(".*\\.build\\.RemoteWork.*")
            .should()
            .callMethodWhere(target(owner(assignableTo(VirtualChannel.class).or(assignableTo(FilePath.class))))
                    .and(not(target(nameMatching("child|createLauncher|exists|getChannel|getName|getParent|getRemote"
                            + "|isClosingOrClosed|isRemote|toComputer")))));

    private static ArchRule noUse(
            DescribedPredicate<? super JavaClass> users, DescribedPredicate<? super JavaClass> used) {
        return noClasses().that(users).should().dependOnClassesThat(used);
    }

    /** Java platforms that comply with FIPS 140 have no MD5. */
    @ArchTest
    static final ArchRule no_class_uses_md5 = noClasses()
            .should()
            .callMethodWhere(target(nameMatching("nameUUIDFromBytes|getLegacyInstanceId|getDigestOf|md5.*")));

    /**
     * JSON from a server is parsed into a tree. Otherwise, the server could choose the class or fields of objects. The
     * package {@code project} reads only files that this controller has written.
     */
    @ArchTest
    static final ArchRule json_is_read_as_a_tree = noClasses()
            .that()
            .resideOutsideOfPackage("..build.project")
            .should()
            .callMethodWhere(
                    target(owner(assignableTo(ObjectCodec.class))).and(not(target(nameMatching("readTree|builder")))))
            .orShould()
            .dependOnClassesThat(resideInAnyPackage(
                    "com.fasterxml.jackson.annotation..", "com.fasterxml.jackson.databind.annotation.."));

    /**
     * A secret in a serializable class could reach an agent by mistake. The rule forbids only {@code SecretText}, because
     * agents need an {@code AccessToken} for uploads. Enums are serialized as names, without fields.
     */
    @ArchTest
    static final ArchRule no_serializable_class_contains_a_secret =
            classes().that(assignableTo(Serializable.class)).and().areNotEnums().should(reachNoSecret());

    /**
     * XStream stores reports and freestyle steps, and cannot read records. JBoss Marshalling stores the steps of
     * running pipelines, and cannot read a record whose class has changed.
     */
    @ArchTest
    static final ArchRule stored_classes_are_not_records = noClasses()
            .that(resideInAPackage("..sastscan.report..")
                    .or(resideInAPackage("..sastscan.step..").and(assignableTo(Serializable.class))))
            .should()
            .beRecords();

    private static ArchCondition<JavaClass> reachNoSecret() {
        return ArchCondition.from(describe("reach no SecretText through their fields", (JavaClass type) -> {
            Set<JavaClass> reached = new LinkedHashSet<>();
            reach(type, reached);
            return reached.stream().noneMatch(each -> each.isEquivalentTo(SecretText.class));
        }));
    }

    private static void reach(JavaClass type, Set<JavaClass> reached) {
        if (!type.getPackageName().startsWith("io.jenkins.plugins.sastscan") || !reached.add(type)) {
            return;
        }
        for (var field : type.getAllFields()) {
            if (!field.getModifiers().contains(JavaModifier.STATIC)
                    && !field.getModifiers().contains(JavaModifier.TRANSIENT)) {
                field.getAllInvolvedRawTypes().forEach(each -> reach(each.getBaseComponentType(), reached));
            }
        }
        type.getAllSubclasses().forEach(each -> reach(each, reached));
    }

    @Test
    void the_plugin_uses_only_algorithms_that_are_allowed_in_fips_mode() throws IOException {
        Pattern named = Pattern.compile("(?:getInstance|verify)\\(\"([^\"]+)");
        try (Stream<Path> files = Files.walk(Documentation.root().resolve("src/main/java"))) {
            assertThat(files.filter(Files::isRegularFile)
                            .flatMap(file ->
                                    named.matcher(contentOf(file.toFile())).results())
                            .map(found -> found.group(1)))
                    .containsOnly("SHA-256", "TLS", "RSA", "EC", "Ed25519", "X.509");
        }
    }
}
