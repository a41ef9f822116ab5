package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceUrlTest {
    @ParameterizedTest
    @CsvSource({
        "https://sast.example.org/api, https://sast.example.org/api/auth/identity/connect/token",
        "https://sast.example.org/, https://sast.example.org/auth/identity/connect/token",
        "http://sast.example.org, http://sast.example.org/auth/identity/connect/token"
    })
    void the_usual_token_url_is_below_the_base_url(String base, String tokenUrl) {
        assertThat(ServiceUrl.usualToken(base)).contains(tokenUrl);
    }

    @ParameterizedTest
    @CsvSource({"''", "sast.example.org", "https://"})
    void an_invalid_base_url_has_none(String base) {
        assertThat(ServiceUrl.usualToken(base)).isEmpty();
    }
}
