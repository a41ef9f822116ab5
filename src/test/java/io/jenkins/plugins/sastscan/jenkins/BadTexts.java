package io.jenkins.plugins.sastscan.jenkins;

import java.util.LinkedHashMap;
import java.util.Map;

/** What people and programs put into fields that are not made for it. */
public final class BadTexts {
    private BadTexts() {}

    /** By a name for it. */
    public static Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("empty", "");
        values.put("blank", " \t ");
        values.put("1 MB long", "x".repeat(1_000_000));
        values.put("1 MB of separators", "a/,**/".repeat(170_000));
        values.put("1 MB of at signs", "https://" + "a:b@".repeat(250_000));
        values.put("control characters", "a\u0001\u0007\u001b[31mb\u0085c");
        values.put("console annotation", "\u001b[8mha:////AAAA\u001b[0mx");
        values.put("line breaks", "a\r\nX-Injected: b\nERROR: forged\n\u2028Finished: SUCCESS");
        values.put("unresolved expression", "${NOBODY_SET_THIS}");
        values.put("half an expression", "a${");
        values.put("upwards", "../../etc/passwd");
        values.put("upwards inside", "a/../../b");
        values.put("absolute", "/etc/passwd");
        values.put("drive", "C:\\Windows\\win.ini");
        values.put("UNC", "\\\\host\\share\\file");
        values.put("right to left", "abc\u202egpj.exe\u2066");
        values.put("look-alikes", "m\u0430in\uff0fmain");
        values.put("negative", "-1");
        values.put("zero", "0");
        values.put("too large", "9223372036854775808");
        values.put("a fraction", "1.5");
        values.put("an exponent", "1e3");
        values.put("foreign digits", "\u0664\u0662");
        values.put("markup", "<script>alert(1)</script><img src=x onerror=alert(1)>");
        values.put("quotes", "\"'`;$(id)|&");
        values.put("option", "--upload-pack=id");
        values.put("remote helper", "ext::sh -c id");
        values.put("lone surrogate", "a\ud800b");
        return values;
    }

    /** Whether a text is one that people can be shown: some words on one line, not without an end. */
    public static boolean isSentence(String text) {
        return text != null
                && !text.isBlank()
                && text.length() < 6_000
                && text.codePoints().noneMatch(c -> switch (Character.getType(c)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR,
                            Character.SURROGATE -> true;
                    default -> false;
                });
    }
}
