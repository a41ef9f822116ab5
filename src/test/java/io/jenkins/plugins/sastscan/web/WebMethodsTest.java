package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Descriptor;
import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import io.jenkins.plugins.sastscan.report.TrendAction;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import jenkins.MasterToSlaveFileCallable;
import org.junit.jupiter.api.Test;
import org.kohsuke.stapler.verb.POST;

/** The methods that a browser can call. */
class WebMethodsTest {
    /** Pages of builds and jobs, which guard them; they only tell. */
    private static final List<Class<?>> ACTIONS = List.of(SubmissionsAction.class, TrendAction.class);

    private static List<Method> webMethods() {
        return PluginOutput.classes().stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
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

    @Test
    void no_other_kind_of_web_method_goes_by_unseen() {
        assertThat(PluginOutput.classes().stream()
                        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method -> Arrays.stream(method.getAnnotations())
                                .anyMatch(annotation ->
                                        annotation.annotationType().getName().startsWith("org.kohsuke.stapler.Web")))
                        .map(Method::toString))
                .as("methods with an annotation that opens them to the web under another name")
                .isEmpty();
        assertThat(PluginOutput.classes().stream()
                        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method -> method.getName().matches("js[A-Z].*"))
                        .map(Method::toString))
                .as("methods that scripts can call")
                .isEmpty();
    }

    /** A class of another kind than these would have web methods under other names, or pages of its own. */
    @Test
    void nothing_but_descriptors_and_reports_is_called_over_the_web() {
        assertThat(webMethods())
                .allMatch(method -> Descriptor.class.isAssignableFrom(method.getDeclaringClass())
                        || method.getDeclaringClass().getName().endsWith("ReadStep$ReadStepDescriptor"));
        assertThat(PluginOutput.classes().stream()
                        .filter(type -> !ACTIONS.contains(type))
                        .flatMap(type -> superTypes(type))
                        .map(Class::getName)
                        .filter(
                                name -> name.matches(
                                        "hudson\\.model\\.(Action|RootAction|ModelObject|View)|org\\.kohsuke\\.stapler\\.Stapler.*|hudson\\.ExtensionPoint"))
                        .distinct())
                .isSubsetOf("hudson.ExtensionPoint");
        assertThat(PluginOutput.classes().stream()
                        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method ->
                                method.getName().matches("(get|do)Dynamic|getTarget|getStaplerFallback|getApi"))
                        .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName()))
                .containsExactly("SubmissionsAction.getApi");
    }

    /** Each class whose objects another machine is sent to run. */
    @Test
    void what_runs_elsewhere_runs_on_agents_alone() {
        List<Class<?>> callables = PluginOutput.classes().stream()
                .filter(type -> superTypes(type)
                        .anyMatch(
                                each -> each.getName().matches("hudson\\.(FilePath\\$FileCallable|remoting\\.Callable)")
                                        || each.getName().endsWith("FileCallable")))
                .toList();

        assertThat(callables)
                .hasSizeGreaterThanOrEqualTo(4)
                .allMatch(MasterToSlaveFileCallable.class::isAssignableFrom)
                .noneMatch(type -> Arrays.stream(type.getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals("checkRoles")));
    }

    private static Stream<Class<?>> superTypes(Class<?> type) {
        Stream<Class<?>> above = Stream.concat(
                        Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                .flatMap(WebMethodsTest::superTypes);
        return Stream.concat(Stream.of(type), above);
    }
}
