package org.jenkinsci.plugins.plaincredentials;

import com.cloudbees.plugins.credentials.common.StandardCredentials;
import hudson.util.Secret;

public interface StringCredentials extends StandardCredentials {
    Secret getSecret();
}
