package io.jenkins.plugins.sastscan.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Attr;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A Jelly view or a help page, read as XML. */
record View(Path file, Document document) {
    static View of(Path file) {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        try {
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return new View(file, factory.newDocumentBuilder().parse(file.toFile()));
        } catch (SAXException e) {
            throw new AssertionError(file + " is no XML: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The forms of the plugin's classes. */
    static List<View> forms() {
        return PluginOutput.files(".jelly").stream()
                .map(View::of)
                .filter(view -> view.type().isPresent())
                .toList();
    }

    /** The class that this is a view of; none for the description of the plugin. */
    Optional<Class<?>> type() {
        return PluginOutput.classOf(file.getParent());
    }

    /** All of its elements. */
    List<Element> elements() {
        NodeList nodes = document.getElementsByTagName("*");
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    Stream<Element> elements(String localName) {
        return elements().stream().filter(element -> element.getLocalName().equals(localName));
    }

    static List<Attr> attributes(Element element) {
        List<Attr> attributes = new ArrayList<>();
        for (int i = 0; i < element.getAttributes().getLength(); i++) {
            attributes.add((Attr) element.getAttributes().item(i));
        }
        return attributes;
    }

    /** The fields that this very view has. */
    TreeSet<String> fields() {
        TreeSet<String> fields = new TreeSet<>();
        elements().stream()
                .filter(element -> element.hasAttribute("field"))
                .forEach(element -> fields.add(element.getAttribute("field")));
        return fields;
    }

    /** The classes whose views this one includes. */
    List<String> included() {
        return elements("include")
                .filter(element -> element.hasAttribute("class"))
                .map(element -> element.getAttribute("class"))
                .toList();
    }

    @Override
    public String toString() {
        return PluginOutput.shown(file);
    }
}
