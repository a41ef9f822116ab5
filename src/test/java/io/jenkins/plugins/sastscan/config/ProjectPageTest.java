package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectPageTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https://sast.example/projects/{projectId}",
                "HTTP://sast.example:8080/#/p/{projectId}/scans?id={projectId}",
            })
    void a_web_address_with_the_placeholder_is_valid(String address) {
        assertThatNoException().isThrownBy(() -> SastServer.checkProjectPage(address));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://sast.example/projects",
                "javascript:alert({projectId})",
                "/projects/{projectId}",
                "ftp://sast.example/{projectId}",
                "https://user:secret@sast.example/{projectId}",
                "https://sast.example/a b/{projectId}",
            })
    void an_address_that_is_no_web_address_or_has_no_placeholder_is_invalid(String address) {
        assertThatThrownBy(() -> SastServer.checkProjectPage(address))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("The address of the project page is invalid.")
                .hasMessageNotContaining("secret");
    }
}
