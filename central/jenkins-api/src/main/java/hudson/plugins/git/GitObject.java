package hudson.plugins.git;

import java.io.Serializable;
import org.eclipse.jgit.lib.ObjectId;

public class GitObject implements Serializable {
    GitObject() {}

    public String getName() {
        throw new UnsupportedOperationException();
    }

    public ObjectId getSHA1() {
        throw new UnsupportedOperationException();
    }
}
