package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.http.JsonFields;
import java.util.List;
import java.util.Optional;

/** The Git settings of a project (operation 6), without credentials. Values that the SAST server omits are empty. */
public record ProjectGitSettings(
        Optional<String> url, Optional<String> branch, Optional<Boolean> useSsh, Optional<Link> link) {
    static ProjectGitSettings of(JsonFields json) {
        return new ProjectGitSettings(
                json.text("url"),
                json.text("branch"),
                json.flag("useSsh"),
                json.object("link").map(link -> new Link(link.text("rel"), link.text("uri"))));
    }

    /** Masks secrets that the SAST server may have put into these values. */
    public ProjectGitSettings masked(List<SecretText> secrets) {
        SecretMask mask = SecretMask.of(secrets);
        return new ProjectGitSettings(
                url.map(mask::mask),
                branch.map(mask::mask),
                useSsh,
                link.map(each -> new Link(each.rel().map(mask::mask), each.uri().map(mask::mask))));
    }

    /** The link to the settings on the SAST server. */
    public record Link(Optional<String> rel, Optional<String> uri) {}
}
