package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** What holds for every page: well-formed, escaped, and fit for a strict content security policy. */
class ViewsTest {
    /** Scripts and styles in files of their own, which a page refers to. */
    private static final List<String> STATIC = List.of(
            "io.jenkins.plugins.echarts",
            "io.jenkins.plugins.sastscan.config.form",
            "io.jenkins.plugins.sastscan.report.page",
            "io.jenkins.plugins.sastscan.report.trend");

    private static List<View> jelly() {
        return PluginOutput.files(".jelly").stream().map(View::of).toList();
    }

    private static List<View> all() {
        return Stream.of(".jelly", ".html")
                .flatMap(ending -> PluginOutput.files(ending).stream())
                .map(View::of)
                .toList();
    }

    @Test
    void every_view_escapes_by_default() {
        assertThat(jelly()).isNotEmpty().allMatch(ViewsTest::escapes);
    }

    private static boolean escapes(View view) {
        Node first = view.document().getFirstChild();
        return first.getNodeType() == Node.PROCESSING_INSTRUCTION_NODE
                && first.getNodeName().equals("jelly")
                && first.getNodeValue().matches("escape-by-default=(['\"])true\\1");
    }

    @Test
    void no_view_has_a_script_or_a_style_of_its_own() {
        assertThat(all()).allSatisfy(view -> assertThat(inline(view)).isEmpty());
    }

    private static List<String> inline(View view) {
        List<String> found = new ArrayList<>();
        for (Element element : view.elements()) {
            String tag = element.getLocalName().toLowerCase(Locale.ROOT);
            if (List.of("script", "style", "out", "bind").contains(tag)) {
                found.add("<" + element.getNodeName() + ">");
            }
            if (tag.equals("adjunct") && !STATIC.contains(element.getAttribute("includes"))) {
                found.add(element.getAttribute("includes"));
            }
            for (Attr attribute : View.attributes(element)) {
                String name = attribute.getName().toLowerCase(Locale.ROOT);
                if (name.equals("style")
                        || name.matches("on[a-z]+")
                        || attribute.getValue().strip().toLowerCase(Locale.ROOT).startsWith("javascript:")) {
                    found.add(attribute.toString());
                }
            }
        }
        return found;
    }

    @Test
    void every_folder_of_views_belongs_to_a_class() {
        assertThat(all())
                .allMatch(view -> view.file().getParent().equals(PluginOutput.ROOT)
                        || view.type().isPresent());
    }
}
