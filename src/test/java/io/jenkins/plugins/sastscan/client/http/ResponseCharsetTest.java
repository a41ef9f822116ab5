package io.jenkins.plugins.sastscan.client.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.client.SecretMask;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Responses in other charsets than UTF-8. */
class ResponseCharsetTest {
    private static ResponseText response(byte[] body, String type) {
        return new ResponseText(
                AttemptResult.response(400, Map.of("content-type", type)::get, body, AttemptResult.Kind.COMPLETE));
    }

    private static String text(byte[] body, String type) {
        return response(body, type).text;
    }

    @Test
    void the_declared_charset_is_used_if_the_text_is_not_utf_8() {
        String text = "\u041f\u0440\u043e\u0435\u043a\u0442 42";
        assertThat(text(text.getBytes(Charset.forName("windows-1251")), "text/plain;charset=\"Windows-1251\""))
                .isEqualTo(text);
        assertThat(text("gr\u00fcn".getBytes(ISO_8859_1), "text/plain; charset=no such"))
                .isEqualTo("gr\u00fcn");
    }

    @Test
    void secrets_in_utf_16_text_are_masked() {
        for (String name : List.of("UTF-16", "UTF-16LE", "UTF-16BE")) {
            byte[] body = "{\"message\":\"bad token-12345678\"}".getBytes(Charset.forName(name));
            assertThat(response(body, "application/json; charset=" + name)
                            .error(SecretMask.of(new SecretText("token-12345678"))))
                    .isEqualTo("bad ****");
        }
        assertThat(text("\ufeffwords".getBytes(Charset.forName("UTF-16LE")), "text/plain"))
                .isEqualTo("words");
        assertThat(text("\ufeffwords".getBytes(Charset.forName("UTF-16BE")), "text/plain"))
                .isEqualTo("words");
    }
}
