package io.jenkins.plugins.sastscan.service;

import java.util.Optional;

/** The Git settings of a project as read (operation 6), without credentials; empty is what the service left out. */
public record ProjectGitSettings(
        Optional<String> url, Optional<String> branch, Optional<Boolean> useSsh, Optional<Link> link) {

    /** Where the service says that the settings are to be found. */
    public record Link(Optional<String> rel, Optional<String> uri) {}
}
