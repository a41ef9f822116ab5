package com.cloudbees.plugins.credentials.common;

public class StandardListBoxModel extends AbstractIdCredentialsListBoxModel<StandardListBoxModel, StandardCredentials> {
    public StandardListBoxModel() {
        throw new UnsupportedOperationException();
    }
}
