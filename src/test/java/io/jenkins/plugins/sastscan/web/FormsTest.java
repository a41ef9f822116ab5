package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.Descriptor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kohsuke.stapler.QueryParameter;
import org.w3c.dom.Element;

/** Fields of forms: what each of them needs elsewhere. */
class FormsTest {
    private final List<View> forms = View.forms();

    @Test
    void whatever_can_be_configured_has_its_form() {
        Set<Class<?>> configured = new TreeSet<>(Comparator.comparing(Class::getName));
        PluginOutput.classes().stream()
                .filter(type -> Descriptor.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers()))
                .forEach(type -> configured.add(type.getDeclaringClass() == null ? type : type.getDeclaringClass()));
        assertThat(configured).isNotEmpty();
        forms.forEach(form -> configured.remove(form.type().orElseThrow()));
        assertThat(configured).isEmpty();
    }

    @Test
    void every_field_has_its_property() {
        List<String> missing = new ArrayList<>();
        for (View form : forms) {
            for (Class<?> type : typesOf(form)) {
                form.fields().stream()
                        .filter(field -> !hasGetter(type, field))
                        .forEach(field -> missing.add(form + ": " + type.getSimpleName() + "." + field));
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void every_field_has_its_help() {
        List<String> missing = new ArrayList<>();
        for (View form : forms) {
            form.fields().stream()
                    .filter(field -> helpFolders(form.type().orElseThrow())
                            .noneMatch(folder -> Files.exists(folder.resolve("help-" + field + ".html"))))
                    .forEach(field -> missing.add(form + ": " + field));
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void every_choice_has_who_fills_it() {
        Set<String> choices = new TreeSet<>();
        List<String> missing = new ArrayList<>();
        for (View form : forms) {
            form.elements().stream()
                    .filter(element -> List.of("select", "combobox").contains(element.getLocalName()))
                    .map(FormsTest::fieldOf)
                    .peek(choices::add)
                    .forEach(field -> typesOf(form).stream()
                            .filter(type -> webMethod(type, "doFill" + capital(field) + "Items")
                                    .isEmpty())
                            .forEach(type -> missing.add(form + ": " + type.getSimpleName() + "." + field)));
        }
        assertThat(missing).isEmpty();
        assertThat(choices.stream().map(field -> "doFill" + capital(field) + "Items"))
                .hasSameElementsAs(WebMethodsTest.webMethods().stream()
                        .map(Method::getName)
                        .filter(name -> name.startsWith("doFill"))
                        .toList());
    }

    /** Jenkins checks these while they are typed. */
    @Test
    void every_number_is_required_and_has_the_limits_that_builds_check() {
        Map<String, String> limits = new TreeMap<>();
        for (View form : forms) {
            form.elements("number").forEach(number -> {
                assertThat(number.getAttribute("clazz")).endsWith("-required");
                limits.put(fieldOf(number), number.getAttribute("min") + " to " + number.getAttribute("max"));
            });
        }
        assertThat(limits)
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "sizeLimitMegabytes",
                        "1 to " + Integer.MAX_VALUE,
                        "connectTimeoutSeconds",
                        "1 to 86400",
                        "readTimeoutSeconds",
                        "1 to 86400",
                        "writeTimeoutSeconds",
                        "1 to 86400",
                        "retries",
                        "0 to 100"));
    }

    @Test
    void every_button_sends_what_its_method_takes() {
        List<Method> called = new ArrayList<>();
        for (View form : forms) {
            form.elements("validateButton").forEach(button -> {
                Method method = webMethod(form.type().orElseThrow(), "do" + capital(button.getAttribute("method")))
                        .orElseThrow(() -> new AssertionError(form + ": " + button.getAttribute("method")));
                called.add(method);
                assertThat(button.getAttribute("with").split(","))
                        .as("%s: what the button sends", form)
                        .containsExactlyInAnyOrder(Arrays.stream(method.getParameters())
                                .filter(parameter -> parameter.isAnnotationPresent(QueryParameter.class))
                                .map(FormsTest::parameterName)
                                .toArray(String[]::new));
            });
        }
        assertThat(called)
                .isNotEmpty()
                .hasSameElementsAs(WebMethodsTest.webMethods().stream()
                        .filter(method -> !method.getName().matches("do(Fill|Check|AutoComplete).*"))
                        .toList());
    }

    /** The class of a view, and those whose views consist of it. */
    private List<Class<?>> typesOf(View form) {
        Class<?> own = form.type().orElseThrow();
        List<Class<?>> types = new ArrayList<>(List.of(own));
        forms.stream()
                .filter(other -> other.included().contains(own.getName()))
                .forEach(other -> types.add(other.type().orElseThrow()));
        return types;
    }

    /** Where Jenkins looks for help: with the class, then with its superclasses. */
    private static Stream<Path> helpFolders(Class<?> type) {
        return Stream.<Class<?>>iterate(type, each -> each != null, Class::getSuperclass)
                .map(each -> PluginOutput.ROOT.resolve(each.getName().replace('.', '/')));
    }

    private static boolean hasGetter(Class<?> type, String field) {
        return Arrays.stream(type.getMethods())
                .anyMatch(method -> method.getParameterCount() == 0
                        && (method.getName().equals("get" + capital(field))
                                || method.getName().equals("is" + capital(field))));
    }

    /** The field of a control: its own, or that of the entry around it. */
    private static String fieldOf(Element control) {
        for (Element element = control; element != null; element = (Element) element.getParentNode()) {
            if (element.hasAttribute("field")) {
                return element.getAttribute("field");
            }
        }
        throw new AssertionError("A choice without a field: " + control);
    }

    /** A method of the class's descriptor: the class itself, or the one nested in it. */
    private static Optional<Method> webMethod(Class<?> type, String name) {
        return Stream.concat(Stream.of(type), Arrays.stream(type.getDeclaredClasses()))
                .filter(Descriptor.class::isAssignableFrom)
                .flatMap(descriptor -> Arrays.stream(descriptor.getMethods()))
                .filter(method -> method.getName().equals(name) && !method.isSynthetic())
                .findFirst();
    }

    private static String parameterName(Parameter parameter) {
        String given = parameter.getAnnotation(QueryParameter.class).value();
        return given.isEmpty() ? parameter.getName() : given;
    }

    private static String capital(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
