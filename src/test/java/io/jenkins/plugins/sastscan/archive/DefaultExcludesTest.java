package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultExcludesTest {
    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".git/config",
                "sub/.git",
                "web/node_modules/x/index.js",
                "module/target/classes/A.class",
                "app/build/reports/index.html",
                "app/obj/Debug/x.cs",
                "A.class",
                "job@tmp/secretFiles/key",
                "x/workspace@script/0ab/Jenkinsfile",
                "workspace@script@2/x",
                ".idea/workspace.xml"
            })
    void what_is_not_the_projects_source_stays_out(String name) throws Exception {
        ArchiveTests.write(temp, name, "");
        ArchiveTests.write(temp, "kept.c", "");
        assertThat(ArchiveTests.list(temp, Selection.everything())).containsExactly("kept.c");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "build/Main.java",
                "out/x.c",
                "dist/app.js",
                "bin/run.sh",
                "obj/x.c",
                "vendor/lib/x.go",
                "target/Main.java",
                "src/main/java/org/target/release/X.java",
                "src/hudson/plugins/cvs/X.java",
                "pods/x.go",
                "Node_Modules_2/x.js",
                ".gitignore",
                ".github/workflows/ci.yml",
                ".env",
                "lib/x.jar",
                "x.min.js"
            })
    void what_may_be_the_projects_source_goes_in_in_either_case(String name) throws Exception {
        ArchiveTests.write(temp, name, "");
        assertThat(ArchiveTests.list(temp, Selection.everything())).containsExactly(name);
        assertThat(ArchiveTests.list(temp, new Selection(List.of(), List.of(), true, false)))
                .containsExactly(name);
    }

    @Test
    void those_that_always_hold_are_among_them() {
        assertThat(DefaultExcludes.always()).containsExactly("**/*@tmp/**", "**/*@script*/**");
        assertThat(DefaultExcludes.patterns())
                .containsAll(DefaultExcludes.always())
                .doesNotHaveDuplicates();
    }

    @Test
    void the_document_lists_exactly_these() throws Exception {
        String document = Files.readString(document());
        String list = document.substring(
                document.indexOf("<!-- default excludes -->"), document.indexOf("<!-- end of default excludes -->"));
        List<String> documented = new ArrayList<>();
        for (Matcher code = Pattern.compile("`(\\*\\*/[^`]+)`").matcher(list); code.find(); ) {
            documented.add(code.group(1));
        }
        assertThat(documented).containsExactlyInAnyOrderElementsOf(DefaultExcludes.patterns());
    }

    /** Wherever in the project the build runs. */
    private static Path document() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("docs/archive.md"))) {
            directory = directory.getParent();
        }
        return directory.resolve("docs/archive.md");
    }
}
