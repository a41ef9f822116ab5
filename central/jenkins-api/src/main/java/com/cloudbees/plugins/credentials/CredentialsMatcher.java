package com.cloudbees.plugins.credentials;

import java.io.Serializable;

public interface CredentialsMatcher extends Serializable {}
