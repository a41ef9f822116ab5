package com.cloudbees.jenkins.plugins.sshcredentials;

import com.cloudbees.plugins.credentials.common.StandardUsernameCredentials;
import hudson.util.Secret;
import java.util.List;

public interface SSHUserPrivateKey extends StandardUsernameCredentials {
    Secret getPassphrase();

    List<String> getPrivateKeys();
}
