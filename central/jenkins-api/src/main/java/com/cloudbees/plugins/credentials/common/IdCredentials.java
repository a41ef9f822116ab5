package com.cloudbees.plugins.credentials.common;

import com.cloudbees.plugins.credentials.Credentials;

public interface IdCredentials extends Credentials {
    String getId();
}
