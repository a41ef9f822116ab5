package hudson.remoting;

public class Channel implements VirtualChannel {
    private Channel() {}

    public static Channel currentOrFail() throws IllegalStateException {
        throw new UnsupportedOperationException();
    }

    public Object getRemoteProperty(Object key) {
        throw new UnsupportedOperationException();
    }

    public Object setProperty(Object key, Object value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void syncLocalIO() throws InterruptedException {
        throw new UnsupportedOperationException();
    }
}
