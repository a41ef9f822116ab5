package io.jenkins.plugins.sastscan.archive.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.SkipReason;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.MatchState;
import io.jenkins.plugins.sastscan.archive.select.SelectionMatcher.Skip;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionTest extends ArchiveFixture {
    private static final String NOT_SOURCE = ".git/config,sub/.git,web/node_modules/x/index.js,A.class,"
            + "job@tmp/secretFiles/key,x/workspace@script/0ab/Jenkinsfile,workspace@script@2/x,x@libs/0ab/vars/x.groovy,"
            + ".idea/workspace.xml,maven/target/classes/x,maven/target/site/index.html,rust/target/debug/deps/x,"
            + "gradle/build/reports/index.html,gradle/build/tmp/x,sub/gradle/build/classes/x,net/src/App/obj/x.cs,"
            + "net/src/App/bin/Release/x.cs,ant/build/classes/x,swift/.build/x";

    private static final String BUILD_FILES = "ant/build.xml,gradle/build.gradle,maven/pom.xml,net/src/App/App.csproj,"
            + "rust/Cargo.toml,sub/gradle/core.gradle.kts,swift/Package.swift";

    private static final String MAYBE_SOURCE =
            ".env,.github/workflows/ci.yml,.gitignore,@libs/x,@script/x,Node_Modules_2/x.js,app/build/reports/x,"
                    + "bin/Release/x.cs,bin/run.sh,build/Main.java,build/tmp/x.c,dist/app.js,"
                    + "edu/colorado/phet/build/reports/Report.java,lib/x.jar,obj/Debug/x.c,out/x.c,pods/x.go,"
                    + "src/@scripts/main.js,src/@tmp/x.js,src/hudson/plugins/cvs/X.java,"
                    + "src/main/java/org/target/release/X.java,target/Main.java,target/classes/X.java,target/site/x.js,"
                    + "vendor/lib/x.go,x.min.js,x@scripts/main.js";

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "/etc/**, absolute",
                "\\\\server\\share, absolute",
                "C:\\src\\**, absolute",
                "c:/src, absolute",
                "../other/**, segment, but patterns cannot leave",
                "src\\..\\..\\x, segment, but patterns cannot leave",
                "src/.., segment, but patterns cannot leave",
                "./src, segment, which matches nothing",
                "src/./x, segment, which matches nothing",
                "!src/**, begins with \"!\"",
                "\"a\tb\", control character",
                "\"a\u0000b\", control character",
                "\"a\u0085b\", control character"
            })
    void an_invalid_pattern_is_rejected_with_a_reason(String pattern, String why) {
        assertRefused(List.of("ok/**", pattern), List.of(), "Invalid include pattern \"", why);
        assertRefused(List.of(), List.of(pattern), "Invalid exclude pattern \"", why);
    }

    @Test
    void unusual_patterns_are_accepted_up_to_a_maximum_length_and_number() {
        List<String> unusual =
                List.of(("..a/b,a..b,...,C:,c:x,a b, a,.git/**,**,a/,#x#,\u00e9/${x}," + "x".repeat(4_096)).split(","));
        List<String> most = Collections.nCopies(10_000, "x");
        assertThatCode(() -> new Selection(unusual, most, true, true)).doesNotThrowAnyException();
        assertRefused(List.of("x".repeat(4_097)), List.of(), "Invalid include", "longer than 4096 characters");
        assertRefused(
                List.of(), Collections.nCopies(10_001, "x"), "There are 10001 exclude patterns", "maximum of 10000");
    }

    private static void assertRefused(List<String> includes, List<String> excludes, String start, String why) {
        assertThatThrownBy(() -> new Selection(includes, excludes, true, true))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(start)
                .hasMessageContaining(why)
                .hasMessageMatching(".{0,300}");
    }

    @ParameterizedTest(name = "with {0} {1} the skip reason of the directory {2} is {3}")
    @CsvSource({
        "exclude, **/.git/**, a/.git, EXCLUDED_DIRECTORY",
        "exclude, build/, build, EXCLUDED_DIRECTORY",
        "exclude, build, build,",
        "exclude, build/*, build,",
        "exclude, build/**/*, build, EXCLUDED_DIRECTORY",
        "exclude, build/*/**, build, EXCLUDED_DIRECTORY",
        "exclude, build/*/*/**, build,",
        "exclude, build/*/*/**, build/a, EXCLUDED_DIRECTORY",
        "exclude, **/*.class, build,",
        "exclude, **/a/**/b/**, a/x/b, EXCLUDED_DIRECTORY",
        "exclude, **/a/**/b/**, x/b,",
        "exclude, **/*, x, EXCLUDED_DIRECTORY",
        "include, src/**, doc, NOT_INCLUDED_DIRECTORY",
        "include, src/main/*.java, src/test, NOT_INCLUDED_DIRECTORY",
        "include, */x/**, a,",
        "include, */x/**, a/y, NOT_INCLUDED_DIRECTORY",
        "include, s?c/**, src,",
    })
    void a_directory_is_skipped_if_nothing_in_it_can_be_selected(
            String kind, String pattern, String directory, SkipReason expected) {
        List<String> patterns = List.of(pattern);
        Selection selection = kind.equals("include")
                ? new Selection(patterns, List.of(), false, true)
                : new Selection(List.of(), patterns, false, true);
        Skip skip = new SelectionMatcher(selection, "@", Map.of()).at(directory).skipsAll();
        assertThat(skip == null ? null : skip.reason()).isEqualTo(expected);
    }

    @Test
    void case_insensitive_patterns_ignore_case_but_sharp_s_does_not_match_ss() throws Exception {
        tree("STRASSE, Stra\u00dfe, xSTRASSE, xSTRA\u00dfE, WEG/a");
        assertSelected(
                new Selection(List.of(), List.of("stra\u00dfe", "?stra\u00dfe", "weg/"), false, false),
                "STRASSE",
                "xSTRASSE");
        assertThat(skipped(SkipReason.EXCLUDED_DIRECTORY)).containsExactly("WEG");
    }

    /** A misspelled exclude pattern excludes nothing, so the user is warned. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "exclude \"**/*.key\", true",
                "exclude \"**/*.kez\", false",
                "exclude \"keys/**\", true",
                "exclude \"key/**\", false",
                // Without /**, the pattern excludes only a file named keys.
                "exclude \"keys\", false",
                "exclude \"src/gen/\", true",
                "exclude \"src/gne/\", false",
                "exclude \"src/**/b.c\", true",
                "exclude \"**/gen/**\", true",
                // The walk skips "build" and does not know the files there. Patterns for these files get no warning.
                "exclude \"build/classes/*.class\", true",
                "exclude \"**/build/classes/*.class\", true",
                "exclude \"build/**/*.class\", true",
                "exclude \"bild/classes/*.class\", false",
                "exclude \".git/config\", true",
                "include \"src/**\", true",
                "include \"scr/**\", false",
                "include \"**/*.C\", false",
                "include \"keys/app.key\", true",
                "include \"src\", false",
            })
    void a_pattern_that_matches_nothing_gives_a_warning(String pattern, boolean fine) throws Exception {
        String text = pattern.split("\"")[1];
        Selection selection = pattern.startsWith("exclude")
                ? excluding("build/**", text)
                : new Selection(List.of("**/b.c", text), List.of("keys/*"), true, true);
        assertThat(unmatched(selection)).isEqualTo(fine ? List.of() : List.of(pattern));
    }

    @Test
    void a_pattern_that_matches_nothing_is_reported_only_if_it_is_from_the_step() throws Exception {
        write(".sastignore", "nowhere/**\n");
        assertThat(unmatched(new Selection(List.of("SRC/**"), List.of("**/B.C"), true, false)))
                .isEmpty();
        Selection selection = new Selection(List.of("src/**", "doc/**"), List.of("**/x"), true, true);
        ArchiveFacts facts = archiver(NO_LIMIT, root).archive(root, selection, target, false, bytes -> {});
        assertThat(facts.skippedFiles().unmatchedPatterns())
                .isEqualTo(unmatched(selection))
                .containsExactly("include \"doc/**\"", "exclude \"**/x\"");
    }

    private List<String> unmatched(Selection selection) throws Exception {
        tree("src/a.c, src/gen/b.c, build/classes/A.class, keys/app.key, .git/config");
        return list(selection).unmatchedPatterns();
    }

    @Test
    void default_excludes_skip_only_files_that_are_not_source_code() throws Exception {
        tree(NOT_SOURCE + "," + MAYBE_SOURCE + "," + BUILD_FILES);
        for (boolean caseSensitive : new boolean[] {true, false}) {
            list(new Selection(List.of(), List.of(), true, caseSensitive));
            names.removeAll(List.of(BUILD_FILES.split(",")));
            assertThat(names).containsExactly(MAYBE_SOURCE.split(","));
        }
    }

    @Test
    void the_directories_of_jenkins_follow_its_setting() {
        SelectionMatcher matcher = new SelectionMatcher(ALL, "_", Map.of());
        assertThat(matcher.at("a/job_tmp").skipsAll()).isNotNull();
        assertThat(matcher.at("a/job@tmp").skipsAll()).isNull();
        assertThat(matcher.at("_tmp").skipsAll()).isNull();
    }

    /** With backtracking, this would take years. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_pattern_with_many_wildcards_is_matched_quickly() {
        String pattern = "*a".repeat(20) + "*b" + "*a".repeat(20);
        MatchState root =
                new SelectionMatcher(new Selection(List.of(), List.of(pattern), false, true), "@", Map.of()).root;
        assertThat(root.skips("a".repeat(255))).isNull();
    }

    @Test
    void the_documentation_lists_exactly_the_default_excludes() {
        String document = Documentation.of("docs/archive-reference.md").text();
        String list = document.substring(
                document.indexOf("<!-- default excludes -->"), document.indexOf("<!-- end of default excludes -->"));
        List<String> documented = Pattern.compile("`(\\*\\*/[^`]+)`")
                .matcher(list)
                .results()
                .map(code -> code.group(1))
                .toList();
        List<String> patterns = new ArrayList<>(DefaultExcludes.always("@"));
        patterns.addAll(DefaultExcludes.PATTERNS);
        assertThat(documented).containsExactlyInAnyOrderElementsOf(patterns);
        assertThat(DefaultExcludes.OUTPUTS)
                .allSatisfy(output ->
                        assertThat(list).contains("`" + output.buildFile() + "`", "`" + output.directory() + "`"));
    }

    @Test
    void patterns_are_separated_by_commas_or_line_breaks() {
        assertThat(Selection.patterns(" src/** ,\r\n,docs/**\nmy files/** "))
                .containsExactly("src/**", "docs/**", "my files/**");
    }
}
