package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void what_is_not_our_own_is_named_by_its_type() {
        assertThat(Failures.sentence(new InvalidInputException("Give one."))).isEqualTo("Give one.");
        assertThat(Failures.sentence(new IOException("No space left on device")))
                .isEqualTo("IOException: No space left on device");
        for (String none : new String[] {null, "", " "}) {
            assertThat(Failures.sentence(new IllegalStateException(none)))
                    .isEqualTo("IllegalStateException without a message. See the system log of Jenkins.");
        }
    }
}
