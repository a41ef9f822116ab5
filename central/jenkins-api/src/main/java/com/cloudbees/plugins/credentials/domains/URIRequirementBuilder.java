package com.cloudbees.plugins.credentials.domains;

import java.util.List;

public class URIRequirementBuilder {
    private URIRequirementBuilder() {}

    public List<DomainRequirement> build() {
        throw new UnsupportedOperationException();
    }

    public static URIRequirementBuilder create() {
        throw new UnsupportedOperationException();
    }

    public URIRequirementBuilder withHostnamePort(String hostname, int port) {
        throw new UnsupportedOperationException();
    }

    public URIRequirementBuilder withScheme(String scheme) {
        throw new UnsupportedOperationException();
    }

    public URIRequirementBuilder withPath(String path) {
        throw new UnsupportedOperationException();
    }
}
