package org.eclipse.jgit.lib;

public abstract class AnyObjectId {
    public AnyObjectId() {
        throw new UnsupportedOperationException();
    }

    public final boolean equals(AnyObjectId other) {
        throw new UnsupportedOperationException();
    }
}
