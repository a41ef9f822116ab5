package io.jenkins.plugins.sastscan.service;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The Git settings of a project as read (operation 6), without credentials; empty is what the service left out. */
public record ProjectGitSettings(
        Optional<String> url, Optional<String> branch, Optional<Boolean> useSsh, Optional<Link> link) {

    /** The same with {@code ****} in place of secrets that the service may have made part of it. */
    public ProjectGitSettings masked(List<SecretText> secrets) {
        UnaryOperator<String> masked = text -> SecretText.mask(text, secrets);
        return new ProjectGitSettings(
                url.map(masked),
                branch.map(masked),
                useSsh,
                link.map(told -> new Link(told.rel().map(masked), told.uri().map(masked))));
    }

    /** Where the service says that the settings are to be found. */
    public record Link(Optional<String> rel, Optional<String> uri) {}
}
