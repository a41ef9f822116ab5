package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The texts of views are in properties files: all that are asked for, and no others. */
class TextsTest {
    private static final Pattern KEY = Pattern.compile("\\$\\{%([^}(]+)[^}]*}");

    @Test
    void every_view_has_its_texts_beside_it_and_no_others() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path jelly : PluginOutput.files(".jelly")) {
            Path properties =
                    jelly.resolveSibling(jelly.getFileName().toString().replace(".jelly", ".properties"));
            Set<String> asked = keys(jelly);
            Set<String> there = Files.exists(properties) ? texts(properties) : Set.of();
            if (!asked.equals(there)) {
                wrong.add(PluginOutput.shown(jelly) + " asks for " + asked + ", beside it is " + there);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static Set<String> keys(Path jelly) throws IOException {
        Set<String> keys = new TreeSet<>();
        Matcher matcher = KEY.matcher(Files.readString(jelly));
        while (matcher.find()) {
            keys.add(matcher.group(1).strip());
        }
        return keys;
    }

    private static Set<String> texts(Path properties) throws IOException {
        Properties texts = new Properties();
        try (Reader reader = Files.newBufferedReader(properties, StandardCharsets.UTF_8)) {
            texts.load(reader);
        }
        return new TreeSet<>(texts.stringPropertyNames());
    }
}
