package io.jenkins.plugins.sastscan.client;

/** How calls are authenticated: with an access token, or with tokens from a token endpoint. */
public sealed interface ServiceAuthentication permits AccessToken, OAuthSettings {
    SecretMask mask();
}
