package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.beans.Introspector;
import java.io.IOException;
import java.io.Reader;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

class ViewsTest {
    /** Script and style files that pages refer to. */
    private static final List<String> STATIC = List.of(
            "io.jenkins.plugins.echarts",
            "io.jenkins.plugins.sastscan.config.form",
            "io.jenkins.plugins.sastscan.report.page",
            "io.jenkins.plugins.sastscan.report.trend");

    private static final Pattern KEY = Pattern.compile("(\\(?)\\$\\{%([^}(]+)(\\([^}]*)?}");

    /** A Jelly view or a help page, parsed as XML. */
    record View(Path file, Document document) {
        static View of(Path file) {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            try {
                factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
                return new View(file, factory.newDocumentBuilder().parse(file.toFile()));
            } catch (Exception e) {
                throw new AssertionError(file + " is not XML: " + e.getMessage(), e);
            }
        }

        /** The class of this view; empty for the root view, which describes the plugin. */
        Optional<Class<?>> type() {
            return PluginOutput.classOf(file.getParent());
        }

        List<Element> elements() {
            var nodes = document.getElementsByTagName("*");
            List<Element> elements = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                elements.add((Element) nodes.item(i));
            }
            return elements;
        }

        Stream<Element> elements(String localName) {
            return elements().stream().filter(element -> element.getLocalName().equals(localName));
        }

        @Override
        public String toString() {
            return PluginOutput.shown(file);
        }
    }

    private static List<View> views(String ending) {
        return PluginOutput.files(ending).stream().map(View::of).toList();
    }

    /** All Jelly views except the root view, which describes the plugin. */
    private static List<View> forms() {
        return views(".jelly").stream().filter(view -> view.type().isPresent()).toList();
    }

    @Test
    void every_view_escapes_text_by_default() {
        assertThat(views(".jelly")).allMatch(view -> {
            Node first = view.document().getFirstChild();
            return first.getNodeType() == Node.PROCESSING_INSTRUCTION_NODE
                    && first.getNodeName().equals("jelly")
                    && first.getNodeValue().matches("escape-by-default=(['\"])true\\1");
        });
    }

    @Test
    void no_view_has_an_inline_script_or_style() {
        assertThat(Stream.of(".jelly", ".html").flatMap(ending -> views(ending).stream()))
                .allSatisfy(view -> assertThat(inline(view)).isEmpty());
    }

    private static List<String> inline(View view) {
        List<String> found = new ArrayList<>();
        for (Element element : view.elements()) {
            String tag = element.getLocalName().toLowerCase(Locale.ROOT);
            if (List.of("script", "style", "out", "bind").contains(tag)
                    || tag.equals("adjunct") && !STATIC.contains(element.getAttribute("includes"))) {
                found.add("<" + element.getNodeName() + " " + element.getAttribute("includes") + ">");
            }
            IntStream.range(0, element.getAttributes().getLength())
                    .mapToObj(element.getAttributes()::item)
                    .filter(attribute -> attribute.getNodeName().matches("(?i)style|on[a-z]+")
                            || attribute.getNodeValue().strip().matches("(?is)javascript:.*"))
                    .forEach(attribute -> found.add(attribute.toString()));
        }
        return found;
    }

    @Test
    void every_folder_of_views_belongs_to_a_class() {
        assertThat(Stream.of(".jelly", ".html").flatMap(ending -> views(ending).stream()))
                .allMatch(view -> view.file().getParent().equals(PluginOutput.ROOT)
                        || view.type().isPresent());
    }

    /**
     * If a text is not in the properties file, Jenkins shows its key. A text without arguments is its own key.
     */
    @Test
    void the_properties_file_of_a_view_contains_exactly_the_texts_that_have_arguments() throws IOException {
        for (Path jelly : PluginOutput.files(".jelly")) {
            Set<String> withArguments = new HashSet<>();
            KEY.matcher(Files.readString(jelly)).results().forEach(key -> {
                if (key.group(3) != null) {
                    withArguments.add(key.group(2));
                } else {
                    assertThat(key.group(1) + key.group(2))
                            .as(PluginOutput.shown(jelly))
                            .matches("[A-Z(][^'\"{]+");
                }
            });
            Properties texts = new Properties();
            Path file = jelly.resolveSibling(jelly.getFileName().toString().replace(".jelly", ".properties"));
            if (Files.exists(file)) {
                try (Reader reader = Files.newBufferedReader(file)) {
                    texts.load(reader);
                }
            }
            assertThat(texts.keySet()).as(PluginOutput.shown(file)).isEqualTo(withArguments);
        }
    }

    @Test
    void every_field_has_a_help_file() {
        for (View form : forms()) {
            assertThat(form.elements().stream()
                            .filter(element -> element.hasAttribute("field"))
                            .map(element -> element.getAttribute("field")))
                    .as(form + "")
                    .allMatch(field -> Stream.<Class<?>>iterate(
                                    form.type().orElseThrow(), each -> each != null, Class::getSuperclass)
                            .map(each -> each.getName().replaceAll("[.$]", "/") + "/help-" + field)
                            .flatMap(help -> Stream.of(help + ".html", help + ".jelly"))
                            .anyMatch(help -> Files.exists(PluginOutput.ROOT.resolve(help))));
        }
    }

    @Test
    void every_button_sends_the_parameters_of_its_method_and_all_fields_of_its_class() {
        List<Method> called = new ArrayList<>();
        for (View form : forms()) {
            form.elements("validateButton").forEach(button -> {
                Method method = PluginOutput.methods()
                        .filter(each -> each.getName().equalsIgnoreCase("do" + button.getAttribute("method")))
                        .filter(each -> each.getDeclaringClass()
                                .getEnclosingClass()
                                .isAssignableFrom(form.type().get()))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(form + ": " + button.getAttribute("method")));
                called.add(method);
                assertThat(button.getAttribute("with").split(","))
                        .as("%s: what the button sends", form)
                        .containsExactlyInAnyOrder(Stream.concat(
                                        Arrays.stream(method.getParameters())
                                                .filter(each -> each.isAnnotationPresent(QueryParameter.class))
                                                .map(Parameter::getName),
                                        boundProperties(form.type().get()))
                                .toArray(String[]::new));
            });
        }
        assertThat(called)
                .isNotEmpty()
                .hasSameElementsAs(PluginOutput.methods()
                        .filter(method -> method.getName().matches("do(?!Fill|Check|AutoComplete|Forget)[A-Z].*"))
                        .toList());
    }

    private static Stream<String> boundProperties(Class<?> type) {
        return Stream.concat(
                Arrays.stream(type.getConstructors()[0].getParameters()).map(Parameter::getName),
                Arrays.stream(type.getMethods())
                        .filter(method -> method.isAnnotationPresent(DataBoundSetter.class))
                        .map(method ->
                                Introspector.decapitalize(method.getName().substring("set".length()))));
    }
}
