package io.jenkins.plugins.sastscan.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Unexpected texts that users and programs enter into fields. */
public final class BadTexts {
    /** Control and format characters, line and paragraph separators, and lone surrogates. */
    private static final Pattern NOT_SHOWN = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

    private BadTexts() {}

    /** The texts by name. */
    public static Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("empty", "");
        values.put("blank", " \t ");
        values.put("1 MB long", "x".repeat(1_000_000));
        values.put("console annotation", "\u001b[8mha:////AAAA\u001b[0mx\u0007\u0085");
        values.put("line breaks", "a\r\nX-Injected: b\nERROR: forged\n\u2028Finished: SUCCESS");
        values.put("unresolved expression", "${NOBODY_SET_THIS}");
        values.put("upwards", "../../etc/passwd");
        values.put("drive", "C:\\Windows");
        values.put("UNC", "\\\\host\\share\\file");
        values.put("right to left", "abc\u202egpj.exe\u2066");
        values.put("negative", "-1");
        values.put("too large", "9223372036854775808");
        values.put("markup", "\"'><script>alert(1)</script><img src=x onerror=alert(1)>");
        values.put("option", "--upload-pack=id");
        values.put("lone surrogate", "a\ud800b");
        return values;
    }

    /** Whether a text can be shown to users: words on one line, of limited length. */
    public static boolean isSentence(String text) {
        return text != null
                && !text.isBlank()
                && text.length() < 6_000
                && !NOT_SHOWN.matcher(text).find();
    }
}
