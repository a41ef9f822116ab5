package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectPageTest {
    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "https://sast.example/projects/{projectId}, https://sast.example/projects/7",
        "HTTP://sast.example:8080/#/p/{projectId}/scans?id={projectId}, HTTP://sast.example:8080/#/p/7/scans?id=7",
    })
    void the_address_has_the_project_id_in_place_of_the_placeholder(String address, String page) {
        ProjectPage.check(address);
        assertThat(ProjectPage.of(address, new ProjectId(7))).isEqualTo(page);
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
        assertThatThrownBy(() -> ProjectPage.check(address))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("The address of the project page is invalid.")
                .hasMessageNotContaining("secret");
    }
}
