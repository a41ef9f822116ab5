package io.jenkins.plugins.sastscan;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.fasterxml.jackson.core.ObjectCodec;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.jenkins.plugins.sastscan", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule imports_point_one_way = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("step")
            .definedBy("..sastscan.step..")
            .layer("run")
            .definedBy("..sastscan.run..")
            .layer("config")
            .definedBy("..sastscan.config..")
            .layer("report")
            .definedBy("..sastscan.report..")
            .layer("submission")
            .definedBy("..sastscan.submission..")
            .layer("archive")
            .definedBy("..sastscan.archive..")
            .layer("service")
            .definedBy("..sastscan.service..")
            .layer("input")
            .definedBy("..sastscan.input..")
            .whereLayer("input")
            .mayNotAccessAnyLayer()
            .whereLayer("step")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("run")
            .mayOnlyBeAccessedByLayers("step")
            .whereLayer("config")
            .mayOnlyBeAccessedByLayers("run", "step")
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("run")
            .whereLayer("submission")
            .mayOnlyBeAccessedByLayers("config", "run", "step")
            .whereLayer("archive")
            .mayOnlyBeAccessedByLayers("submission", "config", "run", "step")
            .whereLayer("service")
            .mayOnlyBeAccessedByLayers("submission", "config", "run", "step")
            .ensureAllClassesAreContainedInArchitecture();

    @ArchTest
    static final ArchRule the_plain_rooms_know_no_jenkins = noClasses()
            .that()
            .resideInAnyPackage(
                    "..sastscan.service..", "..sastscan.archive..", "..sastscan.submission..", "..sastscan.input..")
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

    /** JSON of a server becomes a tree and never an object of a class that it could choose or fill. */
    @ArchTest
    static final ArchRule answers_are_read_as_trees = noClasses()
            .should()
            .callMethodWhere(
                    target(owner(assignableTo(ObjectCodec.class))).and(not(target(nameMatching("readTree|builder")))))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml.jackson.annotation..", "com.fasterxml.jackson.databind.annotation..");

    @ArchTest
    static final ArchRule rooms_are_free_of_cycles =
            slices().matching("io.jenkins.plugins.sastscan.(*)..").should().beFreeOfCycles();
}
