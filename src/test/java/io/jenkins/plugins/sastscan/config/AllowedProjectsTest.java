package io.jenkins.plugins.sastscan.config;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.ProjectId;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The project IDs of an access rule. */
class AllowedProjectsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "42 | 42 | 41 43 4 420",
                "42, 50-59 | 42 50 55 59 | 49 60 43",
                "' 1 , 3 - 3 ' | 1 3 | 2 4",
                "0042 | 42 | 4",
                "9223372036854775806-9223372036854775807 | 9223372036854775806 9223372036854775807 | 1",
            })
    void a_range_includes_both_ends(String text, String inside, String outside) {
        Predicate<ProjectId> ranges = AccessRule.allowed(text);

        assertThat(inside.split(" ")).allMatch(id -> ranges.test(new ProjectId(Long.parseLong(id))));
        assertThat(outside.split(" ")).noneMatch(id -> ranges.test(new ProjectId(Long.parseLong(id))));
    }

    @Test
    void only_the_word_all_allows_all_projects() {
        assertThat(AccessRule.allowed(" All ").test(new ProjectId(1))).isTrue();
        assertThat(AccessRule.allowed("all").test(new ProjectId(Long.MAX_VALUE)))
                .isTrue();
        assertThat(AccessRule.allowed(" ").test(new ProjectId(1))).isFalse();
    }

    @Test
    void invalid_project_ids_are_rejected_and_shown() {
        String texts = "|billing|42; 43|42 43|0|-1|59-50|50-|1-2-3|9223372036854775808|${PROJECT}";
        for (String text : texts.split("\\|")) {
            assertRejected(
                    () -> AccessRule.allowed("7, " + text),
                    "Invalid project IDs: \"" + text
                            + "\". Enter positive numbers and ranges, such as 42, 50-59, or the word all.");
        }
    }
}
