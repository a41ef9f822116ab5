package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.function.Function;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/** The host of a URL: one rule for SAST servers and Git repositories. */
public final class HostName {
    /** A host name, whose labels may contain underscores, or an IPv6 address. */
    private static final Pattern VALID =
            Pattern.compile("(?:[a-z0-9_](?:[a-z0-9_-]*+(?<!-))?(?:\\.(?!$)|\\.?$))+|.*:.*");

    private static final Pattern NUMBER = Pattern.compile("(?:^|\\.)(?:[0-9]+|0x[0-9a-f]*)$");
    private static final Pattern IPV4 = Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})(?:\\.(?!$)|$)){4}");

    private HostName() {}

    /**
     * Returns the host in lower case and without a dot at its end. Letters that are not ASCII become Punycode. An IPv6
     * address has no brackets.
     *
     * @param invalid creates an exception from the reason, such as {@code has an invalid host}
     */
    public static String of(String host, Function<String, InvalidInputException> invalid) {
        String name;
        try {
            name = new HttpUrl.Builder().scheme("https").host(host).build().host();
        } catch (IllegalArgumentException e) {
            throw invalid.apply("has an invalid host");
        }
        if (!VALID.matcher(name).matches()) {
            throw invalid.apply("has an invalid host");
        }
        String rooted = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        if (NUMBER.matcher(rooted).find() && !IPV4.matcher(rooted).matches()) {
            throw invalid.apply("has an ambiguous host, which ends with a number but is not an IP address");
        }
        return rooted;
    }
}
