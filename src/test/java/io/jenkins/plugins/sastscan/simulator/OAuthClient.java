package io.jenkins.plugins.sastscan.simulator;

/** The one client that the token endpoint knows, and the one user, with the one scope it gives. */
public record OAuthClient(String clientId, String clientSecret, String userName, String password, String scope) {}
