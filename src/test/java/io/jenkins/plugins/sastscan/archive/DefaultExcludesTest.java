package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.docs.Documentation;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DefaultExcludesTest extends ArchiveFixture {
    private static final String NOT_SOURCE = ".git/config,sub/.git,web/node_modules/x/index.js,"
            + "module/target/classes/A.class,app/build/reports/index.html,app/obj/Debug/x.cs,A.class,"
            + "job@tmp/secretFiles/key,x/workspace@script/0ab/Jenkinsfile,workspace@script@2/x,.idea/workspace.xml";

    private static final String MAYBE_SOURCE =
            ".env,.github/workflows/ci.yml,.gitignore,Node_Modules_2/x.js,bin/run.sh,"
                    + "build/Main.java,dist/app.js,lib/x.jar,obj/x.c,out/x.c,pods/x.go,src/hudson/plugins/cvs/X.java,"
                    + "src/main/java/org/target/release/X.java,target/Main.java,vendor/lib/x.go,x.min.js";

    @Test
    void what_is_not_the_projects_source_stays_out_and_all_else_goes_in_in_either_case() throws Exception {
        writeEmpty(NOT_SOURCE.split(","));
        writeEmpty(MAYBE_SOURCE.split(","));
        list(Selection.everything());
        assertThat(names).containsExactly(MAYBE_SOURCE.split(","));
        names.clear();
        list(new Selection(List.of(), List.of(), true, false));
        assertThat(names).containsExactly(MAYBE_SOURCE.split(","));
    }

    @Test
    void those_that_always_hold_are_among_them() {
        assertThat(DefaultExcludes.always()).containsExactly("**/*@tmp/**", "**/*@script*/**");
        assertThat(DefaultExcludes.patterns())
                .containsAll(DefaultExcludes.always())
                .doesNotHaveDuplicates();
    }

    @Test
    void the_document_lists_exactly_these() {
        String document = Documentation.of("docs/archive-reference.md").text();
        String list = document.substring(
                document.indexOf("<!-- default excludes -->"), document.indexOf("<!-- end of default excludes -->"));
        List<String> documented = new ArrayList<>();
        for (Matcher code = Pattern.compile("`(\\*\\*/[^`]+)`").matcher(list); code.find(); ) {
            documented.add(code.group(1));
        }
        assertThat(documented).containsExactlyInAnyOrderElementsOf(DefaultExcludes.patterns());
    }
}
