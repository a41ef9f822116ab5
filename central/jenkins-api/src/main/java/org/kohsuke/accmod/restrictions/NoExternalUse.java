package org.kohsuke.accmod.restrictions;

import org.kohsuke.accmod.AccessRestriction;

public class NoExternalUse extends AccessRestriction {}
