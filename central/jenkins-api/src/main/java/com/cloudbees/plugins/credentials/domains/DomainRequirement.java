package com.cloudbees.plugins.credentials.domains;

import java.io.Serializable;

public class DomainRequirement implements Serializable {
    private DomainRequirement() {}
}
