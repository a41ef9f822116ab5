package io.jenkins.plugins.sastscan.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckpointTest {
    private final Checkpoint checkpoint = new Checkpoint("id");

    @Test
    void a_decision_is_kept() {
        checkpoint.decide("branch", "main", text -> true);

        assertThat(checkpoint.decision("branch")).isEqualTo("main");
        assertThat(checkpoint.decision("url")).isNull();
    }

    @Test
    void a_text_with_a_secret_is_not_kept() {
        checkpoint.decide("includes", "s3cret/**", text -> !text.contains("s3cret"));

        assertThat(checkpoint.decision("includes")).isNull();
    }

    @Test
    void what_is_done_cannot_be_changed_from_outside_while_it_is_saved() {
        Map<String, Object> result = new LinkedHashMap<>(Map.of("scanForced", true));
        checkpoint.setResult(result);
        result.clear();
        checkpoint.result().clear();

        assertThat(checkpoint.result()).containsOnlyKeys("scanForced");
    }
}
