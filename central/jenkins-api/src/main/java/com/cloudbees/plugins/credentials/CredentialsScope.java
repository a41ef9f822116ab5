package com.cloudbees.plugins.credentials;

public enum CredentialsScope {
    SYSTEM,
    GLOBAL,
    USER
}
