package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.archive.SelectionMatcher.MatchState;
import io.jenkins.plugins.sastscan.archive.SkippedFiles.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionMatcherTest {
    @ParameterizedTest(name = "with exclude {0} the directory {1} is {2}")
    @CsvSource({
        "**/.git/**, a/.git, EXCLUDED_DIRECTORY",
        "**/.git/**, a/b,",
        "build/**, build, EXCLUDED_DIRECTORY",
        "build/, build, EXCLUDED_DIRECTORY",
        "build\\**, build, EXCLUDED_DIRECTORY",
        "build/**, sub/build,",
        "build, build,",
        "build/*, build,",
        "build/**/*, build, EXCLUDED_DIRECTORY",
        "build/*/**, build, EXCLUDED_DIRECTORY",
        "build/*/*/**, build,",
        "build/*/*/**, build/a, EXCLUDED_DIRECTORY",
        "**/*.class, build,",
        "**/a/**/b/**, a/x/b, EXCLUDED_DIRECTORY",
        "**/a/**/b/**, x/b,",
        "**, x, EXCLUDED_DIRECTORY",
        "**/*, x, EXCLUDED_DIRECTORY",
    })
    void a_directory_is_left_out_as_soon_as_all_of_it_is_excluded(String exclude, String directory, Reason expected) {
        assertThat(at(new Selection(List.of(), List.of(exclude), false, true), directory)
                        .skipReasonForAll())
                .isEqualTo(expected);
    }

    @ParameterizedTest(name = "with include {0} the directory {1} is {2}")
    @CsvSource({
        "src/**, src,",
        "src/**, doc, NOT_INCLUDED_DIRECTORY",
        "src/main/*.java, src,",
        "src/main/*.java, src/main,",
        "src/main/*.java, src/test, NOT_INCLUDED_DIRECTORY",
        "src/main/*.java, src/main/deep, NOT_INCLUDED_DIRECTORY",
        "*.java, src, NOT_INCLUDED_DIRECTORY",
        "**/*.java, any/where,",
        "*/x/**, a,",
        "*/x/**, a/y, NOT_INCLUDED_DIRECTORY",
        "s?c/**, src,",
    })
    void a_directory_is_left_out_as_soon_as_no_include_can_match_in_it(
            String include, String directory, Reason expected) {
        assertThat(at(new Selection(List.of(include), List.of(), false, true), directory)
                        .skipReasonForAll())
                .isEqualTo(expected);
    }

    @Test
    void an_exclude_wins_over_an_include_and_says_so() {
        MatchState root =
                new SelectionMatcher(new Selection(List.of("*.c"), List.of("x*"), false, true), List.of()).root();
        assertThat(root.skipReason("a.c")).isNull();
        assertThat(root.skipReason("x.c")).isEqualTo(Reason.EXCLUDED_FILE);
        assertThat(root.skipReason("a.h")).isEqualTo(Reason.NOT_INCLUDED_FILE);
    }

    @Test
    void without_regard_to_case_each_character_is_compared_by_itself() {
        MatchState root = new SelectionMatcher(
                        new Selection(List.of(), List.of("stra\u00dfe", "?stra\u00dfe", "weg/"), false, false),
                        List.of())
                .root();
        assertThat(root.skipReason("STRASSE")).isNull();
        assertThat(root.skipReason("Stra\u00dfe")).isEqualTo(Reason.EXCLUDED_FILE);
        assertThat(root.skipReason("xSTRASSE")).isNull();
        assertThat(root.skipReason("xSTRA\u00dfE")).isEqualTo(Reason.EXCLUDED_FILE);
        assertThat(root.enter("WEG").skipReasonForAll()).isEqualTo(Reason.EXCLUDED_DIRECTORY);
    }

    @Test
    void the_ignore_files_patterns_exclude_too() {
        MatchState root = new SelectionMatcher(Selection.everything(), List.of("*.md")).root();
        assertThat(root.skipReason("a.md")).isEqualTo(Reason.EXCLUDED_FILE);
    }

    private static MatchState at(Selection selection, String directory) {
        MatchState place = new SelectionMatcher(selection, List.of()).root();
        for (String name : directory.split("/")) {
            place = place.enter(name);
        }
        return place;
    }
}
