package hudson.plugins.git;

import java.io.Serializable;

public class Revision implements Serializable, Cloneable {
    private Revision() {}

    public String getSha1String() {
        throw new UnsupportedOperationException();
    }
}
