package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.init.Terminator;
import hudson.model.Descriptor;
import hudson.model.ModelObject;
import io.jenkins.plugins.sastscan.admin.OverdueMonitor;
import io.jenkins.plugins.sastscan.admin.SubmissionsOverview;
import io.jenkins.plugins.sastscan.build.BuildCheckouts;
import io.jenkins.plugins.sastscan.config.ServerMonitor;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.report.TrendAction;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import jenkins.agents.ControllerToAgentCallable;
import jenkins.agents.ControllerToAgentFileCallable;
import org.jenkinsci.remoting.RoleSensitive;
import org.junit.jupiter.api.Test;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.StaplerFallback;
import org.kohsuke.stapler.StaplerOverridable;
import org.kohsuke.stapler.StaplerProxy;
import org.kohsuke.stapler.export.Exported;
import org.kohsuke.stapler.export.ExportedBean;
import org.kohsuke.stapler.verb.POST;

/** The methods that a browser can call, and the work that can be sent to other machines. */
class EntryPointsJenkinsTest {
    private static Stream<Method> webMethods() {
        return PluginOutput.methods().filter(method -> method.getName().matches("do[A-Z].*"));
    }

    @Test
    void every_web_method_belongs_to_a_descriptor_or_the_overview_and_requires_post() {
        assertThat(webMethods())
                .isNotEmpty()
                .allMatch(method -> method.isAnnotationPresent(POST.class)
                        && (Descriptor.class.isAssignableFrom(method.getDeclaringClass())
                                || method.getDeclaringClass() == SubmissionsOverview.class));
    }

    /** Some annotations expose methods to browsers, so the test lists every annotation that the plugin may use. */
    @Test
    void nothing_unexpected_is_exposed_by_an_annotation_or_a_special_name_or_a_public_field() {
        assertThat(PluginOutput.methods().flatMap(method -> Arrays.stream(method.getAnnotations())))
                .extracting(Annotation::annotationType)
                .isNotEmpty()
                .isSubsetOf(POST.class, DataBoundSetter.class, Exported.class, Terminator.class);
        assertThat(PluginOutput.methods()
                        .filter(method -> method.getName()
                                .matches("js[A-Z].*|(get|do)(Dynamic|Index)|getTarget|getStaplerFallback|getApi"))
                        .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName()))
                .containsExactlyInAnyOrder(
                        "SubmissionsAction.getApi", "SubmissionsOverview.getApi", "SubmissionsOverview.getTarget");
        assertThat(PluginOutput.classes().stream()
                        .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                        .filter(field ->
                                Modifier.isPublic(field.getModifiers()) && !Modifier.isStatic(field.getModifiers())))
                .allMatch(field -> field.isAnnotationPresent(DataBoundSetter.class)
                        || field.getDeclaringClass().isAnnotationPresent(ExportedBean.class)
                        || field.getType() == String.class);
    }

    @Test
    void only_the_reports_the_overview_and_the_monitors_have_pages() {
        assertThat(PluginOutput.classes())
                .filteredOn(type -> Stream.of(
                                ModelObject.class, StaplerProxy.class, StaplerFallback.class, StaplerOverridable.class)
                        .anyMatch(kind -> kind.isAssignableFrom(type)))
                .containsExactlyInAnyOrder(
                        SubmissionsAction.class,
                        TrendAction.class,
                        SubmissionsOverview.class,
                        OverdueMonitor.class,
                        ServerMonitor.class,
                        BuildCheckouts.class);
    }

    @Test
    void only_agents_accept_remote_callables() {
        assertThat(PluginOutput.classes())
                .filteredOn(RoleSensitive.class::isAssignableFrom)
                .isNotEmpty()
                .allMatch(type -> ControllerToAgentFileCallable.class.isAssignableFrom(type)
                        || ControllerToAgentCallable.class.isAssignableFrom(type))
                .noneMatch(type -> Arrays.stream(type.getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals("checkRoles")));
    }
}
