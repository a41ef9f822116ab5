package jenkins.util;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;

public abstract class VirtualFile implements Comparable<VirtualFile>, Serializable {
    private VirtualFile() {}

    public abstract VirtualFile child(String name);

    public abstract boolean isFile() throws IOException;

    public abstract long length() throws IOException;

    public abstract InputStream open() throws IOException;
}
