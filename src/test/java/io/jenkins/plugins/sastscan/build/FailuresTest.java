package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void an_unexpected_exception_is_reported_with_its_type() {
        assertThat(Failures.sentence(new InvalidInputException("Give one."))).isEqualTo("Give one.");
        assertThat(Failures.sentence(new IOException("No space left on device")))
                .isEqualTo("IOException: No space left on device");
        for (String none : new String[] {null, "", " "}) {
            assertThat(Failures.sentence(new IllegalStateException(none)))
                    .isEqualTo("IllegalStateException without a message. See the system log of Jenkins.");
        }
    }

    /** Most messages in this test come from remoting. The one with {@code $Proxy13} comes from a library. */
    @Test
    void a_failure_on_an_agent_is_reported_without_dotted_package_names_and_proxy_classes() {
        String rejected = "Rejected: org.example.Thing; see https://www.jenkins.io/redirect/class-filter/";
        Map<IOException, String> reasons = Map.of(
                new IOException("Remote call on agent-1 failed", new NoClassDefFoundError("okhttp3/Call")),
                "NoClassDefFoundError: okhttp3/Call",
                new IOException(
                        "Failed to deserialize response to UserRequest:hudson.FilePath$FileCallableWrapper@4fca772d: "
                                + rejected,
                        new SecurityException(rejected)),
                "SecurityException: Rejected: Thing; see https://www.jenkins.io/redirect/class-filter/",
                new IOException("Error reading Zip content from $Proxy13", new ZipException("not a ZIP archive")),
                "ZipException: not a ZIP archive",
                new IOException("remote file operation failed: /ws at hudson.remoting.Channel@1a2b3c4d:agent-1"),
                "IOException: remote file operation failed: /ws at Channel:agent-1");

        reasons.forEach((failure, reason) -> assertThat(Failures.unwrapped(failure))
                .hasMessage("The work on the agent failed (" + reason + "). See the log of the agent.")
                .hasNoCause());
        IOException plain = new IOException("readme.MD: No space left on device", new IOException("ENOSPC"));
        assertThat(Failures.unwrapped(plain)).isSameAs(plain);
    }

    @Test
    void a_failure_with_a_cyclic_chain_of_causes_can_be_unwrapped() {
        IOException failure = new IOException("one");
        failure.initCause(new IOException("two", new IOException("three", failure)));

        assertThat(assertTimeoutPreemptively(Duration.ofSeconds(60), () -> Failures.unwrapped(failure)))
                .isSameAs(failure);
    }
}
