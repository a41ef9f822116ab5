package com.cloudbees.plugins.credentials;

import hudson.model.Describable;
import java.io.Serializable;

public interface Credentials extends Describable<Credentials>, Serializable {}
