package com.cloudbees.plugins.credentials.domains;

import hudson.ExtensionPoint;
import java.io.Serializable;

public class DomainRequirement implements ExtensionPoint, Serializable {
    private DomainRequirement() {}
}
