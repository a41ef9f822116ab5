package org.kohsuke.accmod;

public abstract class AccessRestriction {}
