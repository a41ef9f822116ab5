package hudson.slaves;

import hudson.FilePath;

public final class WorkspaceList {
    private WorkspaceList() {}

    public static FilePath tempDir(FilePath ws) {
        throw new UnsupportedOperationException();
    }
}
