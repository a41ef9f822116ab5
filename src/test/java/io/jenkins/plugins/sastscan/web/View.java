package io.jenkins.plugins.sastscan.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
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

    @Override
    public String toString() {
        return PluginOutput.shown(file);
    }
}
