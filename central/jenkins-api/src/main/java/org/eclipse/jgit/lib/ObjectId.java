package org.eclipse.jgit.lib;

import java.io.Serializable;

public class ObjectId extends AnyObjectId implements Serializable {
    private ObjectId() {}
}
