package org.eclipse.jgit.lib;

import java.io.Serializable;

public class ObjectId implements Serializable {
    private ObjectId() {}
}
