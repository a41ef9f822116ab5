package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kohsuke.stapler.verb.POST;

/** The methods that a browser can call. */
class WebMethodsTest {
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
}
