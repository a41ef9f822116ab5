package io.jenkins.plugins.sastscan.service;

/** How calls are authenticated: with an access token, or with tokens from an OAuth 2.0 token endpoint. */
public interface ServiceAuthentication {}
