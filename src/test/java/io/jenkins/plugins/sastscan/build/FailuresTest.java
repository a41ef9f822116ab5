package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void an_unexpected_exception_is_reported_with_its_type() {
        assertThat(Failures.sentence(new InvalidInputException("Give one."))).isEqualTo("Give one.");
        assertThat(Failures.sentence(new IOException("No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(Failures.sentence(new ZipException("not a zip"))).isEqualTo("ZipException: not a zip");
        for (String none : new String[] {null, "", " "}) {
            assertThat(Failures.sentence(new IllegalStateException(none)))
                    .isEqualTo("IllegalStateException without a message. See the system log of Jenkins.");
        }
    }

    @Test
    void a_failure_on_an_agent_is_reported_with_the_innermost_cause() {
        assertThat(Failures.unwrapped(new IOException(
                        "Remote call on agent-1 failed",
                        new IOException("Error reading Zip content from $Proxy13", new ZipException("not a zip")))))
                .hasMessage("The work on the agent failed (ZipException: not a zip). See the log of the agent.")
                .hasNoCause();
        IOException plain = new IOException("readme.MD: No space left on device");
        assertThat(Failures.unwrapped(plain)).isSameAs(plain);
    }

    @Test
    void a_lost_agent_stays_a_lost_agent() {
        for (IOException lost :
                List.of(Failures.AgentException.lost(), new Failures.AgentException("The agent did not answer."))) {
            assertThat(Failures.unwrapped(lost)).isSameAs(lost);
            assertThat(Failures.unwrapped(new IOException("wrapped", lost))).isSameAs(lost);
        }
    }

    @Test
    void a_failure_with_a_cyclic_chain_of_causes_can_be_unwrapped() {
        IOException failure = new IOException("one");
        failure.initCause(new IOException("two", new IOException("three", failure)));

        assertThat(assertTimeoutPreemptively(Duration.ofSeconds(60), () -> Failures.unwrapped(failure)))
                .hasMessageStartingWith("The work on the agent failed (");
    }
}
