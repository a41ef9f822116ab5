package org.kohsuke.accmod;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Restricted {
    Class<? extends AccessRestriction>[] value();
}
