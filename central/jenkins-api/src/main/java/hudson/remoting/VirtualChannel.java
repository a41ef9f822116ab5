package hudson.remoting;

public interface VirtualChannel {
    void syncLocalIO() throws InterruptedException;
}
