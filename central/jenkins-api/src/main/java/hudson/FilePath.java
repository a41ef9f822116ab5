package hudson;

import hudson.model.Computer;
import hudson.model.TaskListener;
import hudson.remoting.VirtualChannel;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;

public final class FilePath implements Serializable {
    private FilePath() {}

    public <T> T act(FileCallable<T> callable) throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    public boolean exists() throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    public FilePath child(String relOrAbsolute) {
        throw new UnsupportedOperationException();
    }

    public Launcher createLauncher(TaskListener listener) throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    public VirtualChannel getChannel() {
        throw new UnsupportedOperationException();
    }

    public String getName() {
        throw new UnsupportedOperationException();
    }

    public FilePath getParent() {
        throw new UnsupportedOperationException();
    }

    public String getRemote() {
        throw new UnsupportedOperationException();
    }

    public Computer toComputer() {
        throw new UnsupportedOperationException();
    }

    public boolean isRemote() {
        throw new UnsupportedOperationException();
    }

    public interface FileCallable<T> extends Serializable {
        T invoke(File f, VirtualChannel channel) throws IOException, InterruptedException;
    }
}
