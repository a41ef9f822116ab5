package io.jenkins.plugins.sastscan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whoever searches {@code docs/troubleshooting.md} for a message of the plugin finds it. */
class TroubleshootingTest {
    private static final String NO_SETTING = "no form and no parameter sets it";
    private static final String ABORT = "ends a thread when a build is aborted, and is not shown";

    private static final String FORGED = "a forged message of an agent alone could cause it";
    private static final String BRACKETS = "stands in brackets within a sentence that is documented";
    private static final String GIT = "looked for in what git prints";
    private static final String SENT = "is sent to a server";
    private static final String RUN = "is a command";

    /** Texts of the sources that nobody is shown, with the reason. */
    private static final Map<String, String> NOT_SHOWN = Map.ofEntries(
            Map.entry("Invalid size limit: \u2026. Use at least 1 byte.", NO_SETTING),
            Map.entry("first delay", NO_SETTING),
            Map.entry("maximum delay", NO_SETTING),
            Map.entry("time limit for short calls", NO_SETTING),
            Map.entry("time limit for uploads", NO_SETTING),
            Map.entry("Interrupted while writing an archive.", ABORT),
            Map.entry("The build was aborted before the work started.", ABORT),
            Map.entry("Interrupted while reading a directory.", ABORT),
            Map.entry("Interrupted while walking a directory.", ABORT),
            Map.entry("Interrupted while reading an archive.", ABORT),
            Map.entry("Interrupted while comparing manifests.", ABORT),
            Map.entry("not letters and digits: \u2026", "a mistake in the code alone could cause it"),
            Map.entry("read limit exceeded", "becomes a sentence about the list of contents"),
            Map.entry("more bytes than expected", "becomes a sentence about the copy on the controller"),
            Map.entry(
                    "The user and password of a proxy stay on the controller",
                    "a mistake in the code alone could cause it"),
            Map.entry("not a digest", FORGED),
            Map.entry("not one for each", FORGED),
            Map.entry("The response is too large", FORGED),
            Map.entry("invalid number of bytes", FORGED),
            Map.entry("Status 407 without a proxy", BRACKETS),
            Map.entry("The head is too long", BRACKETS),
            Map.entry("Unexpected response code for CONNECT: \u2026", BRACKETS),
            Map.entry("Unexpected status line: \u2026", BRACKETS),
            Map.entry("unexpected end of stream", BRACKETS),
            Map.entry(
                    "Unexpected size of a chunk: \u2026",
                    "an answer's body that breaks off is a failure of another name"),
            Map.entry(
                    "--\u2026\r\nContent-Disposition: form-data; name=\"\u2026\"; filename=\"\u2026\"\r\nContent-Type:"
                            + " application/zip",
                    SENT),
            Map.entry("CONNECT \u2026 HTTP/1.1\r\nHost: \u2026\r\nProxy-Connection: Keep-Alive", SENT),
            Map.entry("multipart/form-data; boundary=\u2026", SENT),
            Map.entry("\u2026Authorization: Bearer \u2026", SENT),
            Map.entry("dubious ownership", GIT),
            Map.entry("unsafe repository", GIT),
            Map.entry("not a git repository", GIT),
            Map.entry("must be run in a work tree", GIT),
            Map.entry(
                    "git --no-pager -c core.fsmonitor=false -c core.hooksPath=/dev/null ls-files -z -t --cached --stage",
                    RUN),
            Map.entry("--others --exclude-standard", RUN),
            Map.entry("Proc-Type: 4,ENCRYPTED", "looked for in keys"),
            Map.entry("BEGIN SSH2 PUBLIC KEY", "looked for in keys"),
            Map.entry("-----BEGIN ([A-Z ]*PRIVATE KEY)-----", "looked for in keys"));

    private final Set<String> messages = Messages.all();
    private final List<String> documented = Documentation.of("docs/troubleshooting.md").rows().stream()
            .flatMap(row -> Documentation.code(row.get(0)))
            .toList();

    TroubleshootingTest() throws IOException {}

    @Test
    void every_message_is_there() {
        Set<String> missing = new TreeSet<>(messages);
        missing.removeAll(NOT_SHOWN.keySet());
        missing.removeIf(message -> documented.stream().anyMatch(text -> shows(text, message)));

        assertThat(missing).isEmpty();
        assertThat(messages).hasSizeGreaterThan(150);
    }

    @Test
    void no_message_is_there_that_the_plugin_does_not_have() {
        Set<String> unknown = new TreeSet<>(documented);
        unknown.removeIf(text -> Messages.fixedParts(text).stream()
                .allMatch(part -> messages.stream().anyMatch(message -> message.contains(part))));

        assertThat(unknown).isEmpty();
    }

    @Test
    void what_is_left_out_exists() {
        assertThat(messages).containsAll(NOT_SHOWN.keySet());
    }

    /** Whether a text has the fixed parts of a message in their order. */
    private static boolean shows(String text, String message) {
        int from = 0;
        for (String part : Messages.fixedParts(message)) {
            int found = text.indexOf(part, from);
            if (found < 0) {
                return false;
            }
            from = found + part.length();
        }
        return true;
    }
}
