package io.jenkins.plugins.sastscan.simulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A header value with parameters, such as a media type: {@code application/json;v=4.0}. */
record HeaderValue(String value, Map<String, String> parameters) {
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
    private static final Pattern VALUE = Pattern.compile("\\s*(" + TOKEN + "(?:/" + TOKEN + ")?)\\s*");
    private static final Pattern PARAMETER =
            Pattern.compile("\\G;\\s*(" + TOKEN + ")=(?:(" + TOKEN + ")|\"((?:[^\"\\\\]|\\\\.)*)\")\\s*");

    /** Nothing when the text has another form, a parameter comes twice, or anything follows. */
    static Optional<HeaderValue> parse(String text) {
        Matcher value = VALUE.matcher(text);
        if (!value.lookingAt()) {
            return Optional.empty();
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        Matcher parameter = PARAMETER.matcher(text);
        int end = value.end();
        while (end < text.length() && parameter.find(end) && parameter.start() == end) {
            String unquoted = parameter.group(2) != null
                    ? parameter.group(2)
                    : parameter.group(3).replaceAll("\\\\(.)", "$1");
            if (parameters.put(parameter.group(1).toLowerCase(Locale.ROOT), unquoted) != null) {
                return Optional.empty();
            }
            end = parameter.end();
        }
        return end == text.length()
                ? Optional.of(new HeaderValue(value.group(1).toLowerCase(Locale.ROOT), parameters))
                : Optional.empty();
    }

    /** The single value of a header; nothing when the header is absent, repeated or malformed. */
    static Optional<HeaderValue> single(List<String> values) {
        return values == null || values.size() != 1 ? Optional.empty() : parse(values.get(0));
    }

    boolean is(String expected, Map<String, String> expectedParameters) {
        return value.equals(expected) && parameters.equals(expectedParameters);
    }
}
