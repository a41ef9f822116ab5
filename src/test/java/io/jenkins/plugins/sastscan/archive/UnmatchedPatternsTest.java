package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Users are warned of patterns that match nothing: a misspelled exclude pattern lets files out. */
class UnmatchedPatternsTest {
    @TempDir
    Path directory;

    @BeforeEach
    void files() throws Exception {
        for (String name : List.of("src/a.c", "src/gen/b.c", "build/classes/A.class", "keys/app.key", ".git/config")) {
            ArchiveTests.write(directory, name, "x");
        }
    }

    @ParameterizedTest(name = "exclude {0}")
    @CsvSource({
        "**/*.key, true",
        "**/*.kez, false",
        "keys/**, true",
        "key/**, false",
        // Without /** it is the name of a file.
        "keys, false",
        "src/gen/, true",
        "src/gne/, false",
        "src/**/b.c, true",
        "**/gen/**, true",
        // In a directory that is not entered.
        "build/classes/*.class, true",
        "**/build/classes/*.class, true",
        "build/**/*.class, true",
        "bild/classes/*.class, false",
        ".git/config, true",
    })
    void an_exclude_that_matches_a_file_or_names_a_skipped_directory_is_fine(String exclude, boolean fine)
            throws Exception {
        Selection selection = new Selection(List.of(), List.of("build/**", exclude), true, true);
        assertThat(unmatched(selection)).isEqualTo(fine ? List.of() : List.of("exclude '" + exclude + "'"));
    }

    @ParameterizedTest(name = "include {0}")
    @CsvSource({"src/**, true", "scr/**, false", "**/*.c, true", "**/*.C, false", "keys/app.key, true", "src, false"})
    void an_include_that_matches_a_file_is_fine(String include, boolean fine) throws Exception {
        Selection selection = new Selection(List.of("**/b.c", include), List.of("keys/*"), true, true);
        assertThat(unmatched(selection)).isEqualTo(fine ? List.of() : List.of("include '" + include + "'"));
    }

    @Test
    void case_counts_only_if_it_shall() throws Exception {
        assertThat(unmatched(new Selection(List.of("SRC/**"), List.of("**/B.C"), true, false)))
                .isEmpty();
    }

    @Test
    void default_excludes_and_the_ignore_file_are_not_spoken_of() throws Exception {
        ArchiveTests.write(directory, ".sastignore", "nowhere/**\n");
        assertThat(unmatched(Selection.everything())).isEmpty();
    }

    @Test
    void an_archive_tells_the_same_as_a_list(@TempDir Path target) throws Exception {
        Selection selection = new Selection(List.of("src/**", "doc/**"), List.of("**/x"), true, true);
        ArchiveFacts facts = new DirectoryArchiver(SizeLimit.none())
                .archive(directory, selection, target.resolve("a.zip"), bytes -> {});
        assertThat(facts.skippedFiles().unmatchedPatterns())
                .isEqualTo(unmatched(selection))
                .containsExactly("include 'doc/**'", "exclude '**/x'");
    }

    private List<String> unmatched(Selection selection) throws Exception {
        return ArchiveTests.skippedFiles(directory, selection, new ArrayList<>())
                .unmatchedPatterns();
    }
}
