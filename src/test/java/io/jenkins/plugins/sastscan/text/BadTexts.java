package io.jenkins.plugins.sastscan.text;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Unexpected texts that users and programs enter into fields. */
public final class BadTexts {
    /** Control and format characters, line and paragraph separators, and lone surrogates. */
    private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

    private BadTexts() {}

    public static List<String> values() {
        return List.of(
                "",
                " \t ",
                "x".repeat(1_000_000),
                "x" + "/".repeat(1_000_000) + "x",
                "x" + " ".repeat(1_000_000) + "x",
                // A hidden console annotation.
                "\u001b[8mha:////AAAA\u001b[0mx\u0007\u0085",
                "a\r\nX-Injected: b\nERROR: forged\n\u2028Finished: SUCCESS",
                "${NOBODY_SET_THIS}",
                "../../etc/passwd",
                "C:\\Windows",
                "\\\\host\\share\\file",
                // A character that reverses the text after it.
                "abc\u202egpj.exe\u2066",
                "-1",
                "9223372036854775808",
                "\"'><script>alert(1)</script><img src=x onerror=alert(1)>",
                "--upload-pack=id",
                // A lone surrogate.
                "a\ud800b");
    }

    /** Tells whether a text can be shown to users: it has one line of limited length, and is not blank. */
    public static boolean isSentence(String text) {
        return text != null
                && !text.isBlank()
                && text.length() < 6_000
                && !NOT_SHOWN.matcher(text).find();
    }

    /** Asserts that an input is rejected with these reasons, and that the message contains no secret. */
    public static void assertRejected(ThrowingCallable input, String... reasons) {
        assertThatThrownBy(input)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(reasons)
                .hasMessageNotContainingAny("AAAA", "!!secret!!", "my password", "hunter2");
    }
}
