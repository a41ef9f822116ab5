package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.Action;
import hudson.model.Descriptor;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.report.SubmissionsTab;
import io.jenkins.plugins.sastscan.report.TrendAction;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import jenkins.agents.ControllerToAgentFileCallable;
import org.junit.jupiter.api.Test;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.verb.POST;

/** The methods that a browser can call. */
class WebMethodsTest {
    /** Pages of builds and jobs, which guard them; they only tell. */
    static final List<Class<?>> ACTIONS = List.of(SubmissionsAction.class, SubmissionsTab.class, TrendAction.class);

    private static Stream<Method> methods() {
        return PluginOutput.classes().stream().flatMap(type -> Arrays.stream(type.getDeclaredMethods()));
    }

    static List<Method> webMethods() {
        return methods()
                .filter(method -> method.getName().matches("do[A-Z].*") && !method.isSynthetic())
                .toList();
    }

    @Test
    void each_wants_a_POST() {
        assertThat(webMethods()).isNotEmpty().allMatch(method -> method.isAnnotationPresent(POST.class));
    }

    @Test
    void each_belongs_to_an_object_and_can_be_called() {
        assertThat(webMethods())
                .allMatch(method ->
                        Modifier.isPublic(method.getModifiers()) && !Modifier.isStatic(method.getModifiers()));
    }

    /** Stapler opens methods to the web by annotations, too; a new one needs its place here. */
    @Test
    void no_annotation_opens_a_method_under_another_name() {
        assertThat(methods().flatMap(method -> Arrays.stream(method.getAnnotations())))
                .extracting(Annotation::annotationType)
                .isNotEmpty()
                .isSubsetOf(POST.class, DataBoundSetter.class, Exported.class);
    }

    @Test
    void no_name_opens_a_method_in_another_way() {
        assertThat(methods()
                        .filter(method -> method.getName()
                                .matches("js[A-Z].*|(get|do)(Dynamic|Index)|getTarget|getStaplerFallback|getApi"))
                        .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName()))
                .containsExactly("SubmissionsAction.getApi");
    }

    @Test
    void no_field_is_open() {
        assertThat(PluginOutput.classes().stream()
                        .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                        .filter(field ->
                                Modifier.isPublic(field.getModifiers()) && !Modifier.isStatic(field.getModifiers())))
                .isEmpty();
    }

    @Test
    void only_descriptors_have_web_methods_and_only_the_reports_are_pages() {
        assertThat(webMethods()).allMatch(method -> Descriptor.class.isAssignableFrom(method.getDeclaringClass()));
        assertThat(PluginOutput.classes())
                .filteredOn(Action.class::isAssignableFrom)
                .hasSameElementsAs(ACTIONS);
    }

    /** Each class whose objects another machine is sent to run. */
    @Test
    void what_runs_elsewhere_runs_on_agents_alone() {
        assertThat(PluginOutput.classes())
                .filteredOn(FilePath.FileCallable.class::isAssignableFrom)
                .hasSizeGreaterThanOrEqualTo(4)
                .allMatch(ControllerToAgentFileCallable.class::isAssignableFrom)
                .noneMatch(type -> Arrays.stream(type.getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals("checkRoles")));
    }
}
