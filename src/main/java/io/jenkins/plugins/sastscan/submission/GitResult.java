package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.ProjectGitSettings;

/**
 * Git settings as they were written and as the service read them back.
 *
 * @param authentication the contract's word for how the server authenticates with the repository
 */
public record GitResult(String url, String branch, String authentication, ProjectGitSettings readBack) {}
