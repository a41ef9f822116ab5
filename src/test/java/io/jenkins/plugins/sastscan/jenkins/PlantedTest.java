package io.jenkins.plugins.sastscan.jenkins;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.Util;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Stream;
import net.sf.json.JSONObject;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PlantedTest {
    static Stream<Arguments> encoded() {
        return Map.of("access token", Planted.ACCESS_TOKEN, "password", Planted.PASSWORD).entrySet().stream()
                .flatMap(each -> encoded(each.getValue()).map(form -> Arguments.of(each.getKey(), form)));
    }

    private static Stream<String> encoded(String secret) {
        return Stream.of(
                secret,
                URLEncoder.encode(secret, StandardCharsets.UTF_8),
                Util.rawEncode(secret),
                Util.escape(secret),
                Util.xmlEscape(secret),
                new JSONObject().element("a", secret).toString(),
                base64(secret),
                base64("me:" + secret),
                base64("you:" + secret),
                base64("alice:" + secret + "\n"));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("encoded")
    void a_secret_is_found_in_any_encoding(String name, String form) {
        assertThat(Planted.all().in("a" + form + "z")).containsExactly(name);
        assertThat(Planted.all().in(("a" + form + "z").getBytes(StandardCharsets.UTF_8)))
                .containsExactly(name);
    }
}
