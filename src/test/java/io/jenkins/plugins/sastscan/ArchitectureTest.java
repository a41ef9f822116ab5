package io.jenkins.plugins.sastscan;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.fasterxml.jackson.core.ObjectCodec;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import hudson.model.Describable;
import hudson.model.Descriptor;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.service.SecretText;
import java.io.Serializable;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.stapler.DataBoundSetter;

@AnalyzeClasses(packages = "io.jenkins.plugins.sastscan", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** Who may use a package of the plugin; one way, so there are no cycles. */
    private static final Map<String, String[]> USERS = Map.of(
            "text", new String[] {"archive", "service", "submission", "report", "config", "run", "step"},
            "archive", new String[] {"submission", "config", "run", "step"},
            "service", new String[] {"submission", "config", "run", "step"},
            "submission", new String[] {"config", "run", "step"},
            "report", new String[] {"run"},
            "config", new String[] {"run", "step"},
            "run", new String[] {"step"},
            "step", new String[0]);

    @ArchTest
    static final ArchRule imports_point_one_way = layers();

    private static ArchRule layers() {
        var layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String name : USERS.keySet()) {
            layers = layers.layer(name).definedBy("..sastscan." + name + "..");
        }
        for (Map.Entry<String, String[]> each : USERS.entrySet()) {
            layers = each.getValue().length == 0
                    ? layers.whereLayer(each.getKey()).mayNotBeAccessedByAnyLayer()
                    : layers.whereLayer(each.getKey()).mayOnlyBeAccessedByLayers(each.getValue());
        }
        return layers.ensureAllClassesAreContainedInArchitecture();
    }

    /** The packages below the archive are used by the archive only, and one way. */
    @ArchTest
    static final ArchRule imports_within_the_archive_point_one_way = layeredArchitecture()
            .consideringAllDependencies()
            .layer("archive")
            .definedBy("..sastscan.archive")
            .layer("select")
            .definedBy("..sastscan.archive.select")
            .layer("git")
            .definedBy("..sastscan.archive.git")
            .layer("zip")
            .definedBy("..sastscan.archive.zip")
            .layer("files")
            .definedBy("..sastscan.archive.files")
            .whereLayer("select")
            .mayOnlyBeAccessedByLayers("archive")
            .whereLayer("git")
            .mayOnlyBeAccessedByLayers("select")
            .whereLayer("zip")
            .mayOnlyBeAccessedByLayers("archive")
            .whereLayer("files")
            .mayOnlyBeAccessedByLayers("archive", "select", "git", "zip");

    @ArchTest
    static final ArchRule packages_below_the_archive_use_only_its_values = noClasses()
            .that()
            .resideInAPackage("..sastscan.archive.*..")
            .should()
            .dependOnClassesThat()
            .haveNameMatching(".*\\.sastscan\\.archive\\.(DirectoryArchiver|ReadyArchive)");

    @ArchTest
    static final ArchRule git_settings_do_not_depend_on_the_submission = noClasses()
            .that()
            .resideInAPackage("..sastscan.submission.git..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..sastscan.submission");

    /** How a call is made is nobody's concern but the service's, and it does not know the operations. */
    @ArchTest
    static final ArchRule only_the_service_uses_how_http_is_done = noClasses()
            .that()
            .resideOutsideOfPackages("..sastscan.service", "..sastscan.service.http..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("..sastscan.service.http..");

    @ArchTest
    static final ArchRule how_http_is_done_uses_only_values_of_the_service = noClasses()
            .that()
            .resideInAPackage("..sastscan.service.http..")
            .should()
            .dependOnClassesThat()
            .haveNameMatching(".*\\.sastscan\\.service\\.SastService");

    @ArchTest
    static final ArchRule the_plain_rooms_know_no_jenkins = noClasses()
            .that()
            .resideInAnyPackage(
                    "..sastscan.service..", "..sastscan.archive..", "..sastscan.submission..", "..sastscan.text..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "hudson..",
                    "jenkins..",
                    "org.jenkinsci..",
                    "org.kohsuke..",
                    "com.cloudbees..",
                    "io.jenkins.plugins.okhttp..");

    @ArchTest
    static final ArchRule only_the_service_room_speaks_http = noClasses()
            .that()
            .resideOutsideOfPackage("..sastscan.service..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("okhttp3..", "okio..", "com.fasterxml..", "java.net.http..");

    /** Java platforms that follow FIPS 140 have no MD5. */
    @ArchTest
    static final ArchRule nothing_needs_md5 = noClasses()
            .should()
            .callMethodWhere(target(nameMatching("nameUUIDFromBytes|getLegacyInstanceId|getDigestOf")));

    /** JSON of a server becomes a tree and never an object of a class that it could choose or fill. */
    @ArchTest
    static final ArchRule answers_are_read_as_trees = noClasses()
            .should()
            .callMethodWhere(
                    target(owner(assignableTo(ObjectCodec.class))).and(not(target(nameMatching("readTree|builder")))))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml.jackson.annotation..", "com.fasterxml.jackson.databind.annotation..");

    /**
     * What can be serialized can be sent to an agent by one careless field. An access token is a type of its own. Enum
     * constants travel as names, without their fields.
     */
    @ArchTest
    static final ArchRule nothing_that_can_travel_reaches_a_secret = classes()
            .that()
            .areAssignableTo(Serializable.class)
            .and()
            .areNotEnums()
            .should(reachNoSecret());

    /** Other plugins can set up what forms and Configuration as Code set up. The rest may change in every version. */
    @ArchTest
    static final ArchRule other_plugins_use_nothing_else = classes()
            .that()
            .resideInAnyPackage("..sastscan.config", "..sastscan.run", "..sastscan.report", "..sastscan.step")
            .and()
            .arePublic()
            .and()
            .areTopLevelClasses()
            .and()
            .areNotAssignableTo(Describable.class)
            .and()
            .areNotAssignableTo(Descriptor.class)
            .and()
            .doNotBelongToAnyOf(UploadFrom.class)
            .and()
            .doNotHaveSimpleName("Messages")
            .should()
            .beAnnotatedWith(Restricted.class);

    @ArchTest
    static final ArchRule other_plugins_call_no_web_method = methods()
            .that()
            .arePublic()
            .and()
            .haveNameMatching("do[A-Z].*")
            .should()
            .beDeclaredInClassesThat(annotatedWith(Restricted.class));

    /** Configuration as Code rejects a value whose setter is restricted. */
    @ArchTest
    static final ArchRule what_is_bound_is_not_restricted =
            noMethods().that().areAnnotatedWith(DataBoundSetter.class).should().beAnnotatedWith(Restricted.class);

    /** XStream cannot read records, and pipelines cannot read one that a later version has changed. */
    @ArchTest
    static final ArchRule nothing_that_builds_store_is_a_record = noClasses()
            .that()
            .resideInAPackage("..sastscan.report..")
            .or(resideInAPackage("..sastscan.step..").and(assignableTo(Serializable.class)))
            .should()
            .beRecords();

    private static ArchCondition<JavaClass> reachNoSecret() {
        return new ArchCondition<>("reach no SecretText through their fields") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Set<JavaClass> reached = new LinkedHashSet<>();
                reach(type, reached);
                boolean secret = reached.stream().anyMatch(each -> each.isEquivalentTo(SecretText.class));
                events.add(new SimpleConditionEvent(type, !secret, type.getName() + " reaches a secret"));
            }
        };
    }

    /** All of the plugin's types that a field may hold, with their subtypes and type arguments. */
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
}
