package com.cloudbees.plugins.credentials.common;

public interface StandardCredentials extends IdCredentials {}
