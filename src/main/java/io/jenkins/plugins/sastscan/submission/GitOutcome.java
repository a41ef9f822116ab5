package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.service.GitSettings;

/**
 * Git settings as they were written and as the service read them back.
 *
 * @param authentication the contract's word for how the server authenticates with the repository
 */
public record GitOutcome(String url, String branch, String authentication, GitSettings readBack) {}
