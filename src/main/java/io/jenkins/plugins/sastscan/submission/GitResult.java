package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.ProjectGitSettings;

/**
 * The Git settings that were written, and what the SAST server returned afterwards.
 *
 * @param authentication the authentication method, as the REST API names it
 */
public record GitResult(String url, String branch, String authentication, ProjectGitSettings readBack) {}
