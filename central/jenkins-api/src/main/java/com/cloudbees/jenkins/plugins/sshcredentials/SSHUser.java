package com.cloudbees.jenkins.plugins.sshcredentials;

import com.cloudbees.plugins.credentials.common.StandardUsernameCredentials;

@Deprecated
public interface SSHUser extends StandardUsernameCredentials {}
